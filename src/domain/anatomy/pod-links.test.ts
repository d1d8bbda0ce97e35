import { expect, it } from 'vitest';
import { readYaml } from '../yaml/document.ts';
import { type AnatomyBuilder, createBuilder } from './builder.ts';
import { downwardLinks } from './pod-links.ts';
import { podParts } from './pod-parts.ts';
import { findWorkloads } from './workloads.ts';

/** Links of a pod with so many containers, and how often all parts were asked for. */
function linksOf(containers: number) {
  const items = Array.from(
    { length: containers },
    (_, n) =>
      `  - {name: c${n}, args: [$(A) $(B)], env: [{name: A, value: old}, {name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}`,
  );
  const [place] = findWorkloads(
    readYaml('pod.yaml', `kind: Pod\nspec:\n  containers:\n${items.join('\n')}\n`),
  );
  if (place === undefined) throw new Error('no workload');
  const builder = createBuilder();
  podParts({ injected: place, original: null }, builder);
  let asked = 0;
  const counting: AnatomyBuilder = {
    ...builder,
    parts: () => {
      asked += 1;
      return builder.parts();
    },
  };
  downwardLinks(place, counting);
  return { links: builder.links(), asked };
}

it('leads from what the kubelet reads to the last variable of a name, and on to the arguments that use it', () => {
  expect(linksOf(1).links).toEqual([
    { from: 'pod', to: 'container/c0/env/A#2', rule: 'downward-api' },
    { from: 'container/c0/env/A#2', to: 'container/c0/arg/0', rule: 'expanded-by-kubelet' },
  ]);
});

it('goes over the parts as often for many containers as for one', () => {
  const many = linksOf(50);
  expect(many.links).toHaveLength(100);
  expect(many.asked).toBe(linksOf(1).asked);
});
