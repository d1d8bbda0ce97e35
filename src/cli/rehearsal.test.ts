import { expect, it } from 'vitest';
import { readAnatomy } from '../domain/anatomy/anatomy.ts';
import { readYaml } from '../domain/yaml/document.ts';
import { rehearse } from './rehearsal.ts';
import { REHEARSED_POD } from './rehearsed-pod.ts';

const TEXTS = {
  injectConfig: { name: 'inject-config.yaml', text: 'defaultTemplates: [sidecar]\n' },
  meshConfig: { name: 'mesh-config.yaml', text: 'rootNamespace: istio-system\n' },
  values: { name: 'values.yaml', text: '{}' },
};

it('rehearses on the injection files themselves, to the end', async () => {
  const asked: string[] = [];
  const read = (name: string, text: string) => {
    asked.push(name);
    return readYaml(name, text);
  };
  await rehearse(
    'drawing',
    TEXTS,
    read,
    () => false,
    () => true,
  );
  expect(asked).toEqual(['mesh-config.yaml', 'values.yaml', 'inject-config.yaml']);
});

it('stops when istioctl answers, and does not begin on a busy machine', async () => {
  let asked = 0;
  const read = (name: string, text: string) => {
    asked += 1;
    return readYaml(name, text);
  };
  await rehearse(
    'drawing',
    TEXTS,
    read,
    () => true,
    () => true,
  );
  await rehearse(
    'drawing',
    TEXTS,
    read,
    () => false,
    () => false,
  );
  expect(asked).toBe(0);
});

it('has a pod with a sidecar and its bootstrap to rehearse on', () => {
  const injected = { name: 'pod.yaml', text: REHEARSED_POD };
  const none = { original: null, injectConfig: null, meshConfig: null, values: null };
  const anatomy = readAnatomy({ ...none, injected });
  expect(anatomy.summaries).toMatchObject([{ kind: 'Pod', sidecar: 'classic' }]);
  const { parts } = anatomy.workload(0, { variant: 'lab', start: {} });
  for (const kind of ['label', 'env', 'volume', 'mount', 'bootstrap', 'node-metadata'])
    expect(parts.map((part) => part.kind)).toContain(kind);
});
