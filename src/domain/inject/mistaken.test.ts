import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { objectNotes } from './object-notes.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../test/${name}`, import.meta.url), 'utf8');
const told = (name: string, text: string) => objectNotes(readYaml(name, text)).map(({ message }) => message);

describe('a file that is no workload and was opened as one', () => {
  it.each([
    [fixture('cases/64b-mesh-config-typo.yaml'), 'by its keys a mesh configuration: ', '(--mesh f.yaml)'],
    [
      fixture('cases/65-old-single-template.yaml'),
      'of Istio 1.8 or before',
      'the release that istioctl is from',
    ],
    [fixture('cases/70-bootstrap-malformed.json'), 'by its keys an Envoy bootstrap: ', 'run f.yaml)'],
    [fixture('fixtures/payments/inject-config.yaml'), 'an injection configuration: ', '(--config f.yaml)'],
    [fixture('fixtures/payments/values.yaml'), 'the merged values: ', '(--values f.yaml)'],
    [fixture('cases/03-partial-helm-values.yaml'), 'Helm values that a person wrote: ', 'the merged ones'],
  ])('is told what it looks like and what to do with it (%#)', (text, what, todo) => {
    const [message = ''] = told('f.yaml', text);
    expect(message).toMatch(/^f\.yaml:\d+: a document without kind, by its keys /);
    expect(message).toContain(what);
    expect(message).toContain(todo);
    expect(message).toContain('kube-inject passed it through unchanged. ');
  });

  it('is told as much when it is a ConfigMap of the mesh, and not beside a workload', () => {
    const map = fixture('cases/02-configmap-as-inject-config.yaml');
    expect(told('f.yaml', map)).toEqual([
      'One object is no workload and came through unchanged: ConfigMap istio-sidecar-injector. f.yaml is the whole ConfigMap of the injector. Give it as injection file (--config f.yaml), and open a file with a Deployment, Pod … to be injected with it.',
    ]);
    expect(told('f.yaml', `${map}\n---\nkind: Pod\n`)).toEqual([
      'One object is no workload and came through unchanged: ConfigMap istio-sidecar-injector.',
    ]);
  });

  it('is told nothing of where nothing can be told', () => {
    expect(told('f.yaml', 'hello: world\n')).toEqual([
      'f.yaml:1: a document without kind: kube-inject passed it through unchanged.',
    ]);
  });
});
