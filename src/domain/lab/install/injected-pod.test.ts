import { expect, it } from 'vitest';
import { readInjectedPods } from './injected-pod.ts';

function applicationsOf(containers: readonly string[], written: string): readonly string[] {
  const own = containers.map((name) => ({ name, image: 'a' }));
  const proxy = { name: 'istio-proxy', env: [{ name: 'ISTIO_META_APP_CONTAINERS', value: written }] };
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [...own, proxy] },
  });
  const read = readInjectedPods('injected.yaml', text);
  return read.kind === 'pods' ? (read.pods[0]?.applications ?? []) : [];
}

it('takes the names that the injector wrote down as the containers bear them, commas included', () => {
  expect(applicationsOf(['istio-init', 'a,b'], 'istio-init,a,b')).toEqual(['istio-init', 'a,b']);
  expect(applicationsOf(['b', 'a'], 'b,a')).toEqual(['b', 'a']);
  expect(applicationsOf(['a'], 'a,b')).toEqual(['a', 'b']);
});
