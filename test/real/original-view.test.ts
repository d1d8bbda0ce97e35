import { describe, expect, it } from 'vitest';
import { isMap, parseAllDocuments, type YAMLMap } from 'yaml';
import { shows } from '../../src/domain/diagram/part-index.ts';
import { anatomyOf, workloadOf } from './anatomy.ts';
import { caseBytes } from './injecting.ts';

/** Lists of a container or a pod, the kind of part each entry is, and the entry's name. */
const OF_CONTAINERS = [
  ['env', 'env', ['name']],
  ['envFrom', 'env-from', ['configMapRef', 'name'], ['secretRef', 'name']],
  ['volumeMounts', 'mount', ['name']],
] as const;

const names = (
  holder: YAMLMap,
  list: string,
  ...paths: readonly (readonly string[])[]
): readonly string[] => {
  const found = holder.get(list);
  const items = found !== null && typeof found === 'object' && 'items' in found ? found.items : [];
  return (items as readonly YAMLMap[]).map((item) =>
    String(paths.map((path) => item.getIn(path)).find((name) => name !== undefined)),
  );
};

/** What a person wrote, read by another reader than ours: `container/app env HOME`, `volume data`, sorted. */
function written(text: string): readonly string[] {
  const [document] = parseAllDocuments(text, { merge: true, version: '1.1' });
  const root = document?.contents;
  const spec = isMap(root) ? (root.getIn(['spec', 'template', 'spec']) ?? root.get('spec')) : null;
  if (!isMap(spec)) throw new Error('no pod in this case');
  const containers = ['initContainers', 'containers'].flatMap((list) => {
    const found = spec.get(list);
    return found !== null && typeof found === 'object' && 'items' in found
      ? (found.items as readonly YAMLMap[])
      : [];
  });
  return [
    ...containers.flatMap((container) => [
      `container ${container.get('name')}`,
      ...OF_CONTAINERS.flatMap(([list, kind, ...paths]) =>
        names(container, list, ...paths).map((name) => `${container.get('name')} ${kind} ${name}`),
      ),
    ]),
    ...names(spec, 'volumes', ['name']).map((name) => `volume ${name}`),
  ].sort();
}

describe("the original view holds all of the user's own file and nothing else", () => {
  it.each([
    '06-bare-pod-two-containers.yaml',
    '14-hostnetwork-daemonset.yaml',
    '19-already-injected-older-proxy.yaml',
    '34-duplicate-keys.yaml',
    '39-uid-1337.yaml',
    '40-user-proxy-container.yaml',
    '41-windows-pod.yaml',
    '49-env-valuefrom.yaml',
    '54-json-input.json',
    '61-prom-port-conflict.yaml',
    '75-hostile-strings.yaml',
  ])('%s', async (name) => {
    const workload = workloadOf(await anatomyOf(name));
    const parts = workload.parts.filter((part) => shows(part, 'original'));
    const labelOf = (id: string | null) => workload.parts.find((part) => part.id === id)?.label;
    const shown = parts.flatMap(({ kind, label, parent }) => {
      if (kind === 'container' || kind === 'init-container') return [`container ${label}`];
      if (kind === 'volume') return [`volume ${label}`];
      return OF_CONTAINERS.some(([, one]) => one === kind) ? [`${labelOf(parent)} ${kind} ${label}`] : [];
    });
    const own = written(caseBytes(name).toString('utf8'));
    expect(own.length).toBeGreaterThan(0);
    expect(shown.sort()).toEqual(own);
  });
});
