import { describe, expect, it } from 'vitest';
import { templateText } from './template-text.ts';

const TEMPLATE = `spec:
  initContainers:
    - name: istio-init
      args:
      - "-p"
      - {{ .MeshConfig.ProxyListenPort | quote }}
  containers:
  - name: istio-proxy
    {{- if .Values.x }}
    # a comment
    env:
    - name: A
      value: "1"
    volumeMounts:
      - mountPath: /a
        name: first
    resources:
{{ template "resources" . }}
  volumes:
  - emptyDir:
      name: not-the-volume
    name: first
`.split('\n');

const read = templateText('config.yaml', TEMPLATE, 10);
const line = (content: string) => {
  const found = read.find((one) => one.content === content);
  if (found === undefined) throw new Error(`no line ${content}`);
  return {
    line: found.range.line,
    section: found.section,
    container: found.container?.name ?? null,
    item: found.item?.name ?? null,
  };
};

describe('templateText', () => {
  it('tells the key and the container under which a line stands', () => {
    expect(line('-p')).toMatchObject({ line: 14, section: 'args', container: 'istio-init' });
    expect(line('name: A')).toMatchObject({ line: 21, section: 'env', container: 'istio-proxy', item: 'A' });
    expect(line('resources:')).toMatchObject({ section: 'containers', container: 'istio-proxy' });
  });

  it('names an item by a name that stands after other keys, and not by one of a deeper key', () => {
    expect(line('mountPath: /a')).toMatchObject({ section: 'volumeMounts', item: 'first' });
    expect(line('emptyDir:')).toMatchObject({ section: 'volumes', container: null, item: 'first' });
  });

  it('leaves out the template language and comments', () => {
    expect(read.filter(({ content }) => /^(\{\{-? (if|template)|#)/.test(content))).toEqual([]);
  });
});
