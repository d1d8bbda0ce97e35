import { expect, test } from 'vitest';
import { grade, labFolder } from '../../../../test/helpers/boot-lab.ts';
import { proxyContainer } from '../../anatomy/sidecar.ts';
import { findWorkloads } from '../../anatomy/workloads.ts';
import { startValues } from '../../bootstrap/start-values.ts';
import { readYaml } from '../../yaml/document.ts';
import { labProxy } from './expected.ts';
import { bootstrapTexts } from './write.ts';

test('what is known of a bootstrap that was written here is what its text says, line by line', () => {
  const folder = labFolder();
  const place = findWorkloads(readYaml('inject.yaml', folder['inject.yaml'] ?? '')).find(
    (one) => proxyContainer(one) !== null,
  );
  if (place === undefined) throw new Error('there is a sidecar');
  // Another port, address, pod and namespace, which no line of the report names.
  const start = startValues(place, { adminPort: 2345, ip: '10.1.1.1', pod: 'other', namespace: 'prod' });
  const proxy = labProxy(place, null, start, 'elsewhere:1');
  if (proxy === null) throw new Error('there is a proxy');
  const { lab, typo, known } = bootstrapTexts(proxy);
  const wrong = { ...folder, 'bootstrap.yaml': lab, 'boot-typo.yaml': typo };
  const read = grade(wrong);
  expect(grade(wrong, { known })).toEqual(read);
  expect(read.steps[3]?.findings.map(({ line, key }) => [line, key])).toEqual([
    [5, 'admin.address.socket_address.port_value'],
    [7, 'node.id'],
    [7, 'node.id'],
    [7, 'node.id'],
    [8, 'node.cluster'],
    [12, 'node.metadata.NAMESPACE'],
    [
      45,
      'static_resources.clusters[0].load_assignment.endpoints[0].lb_endpoints[0].endpoint.address.socket_address.address',
    ],
  ]);
});
