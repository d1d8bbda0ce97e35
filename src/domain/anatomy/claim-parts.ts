import type { YamlValue } from '../yaml/document.ts';
import type { AnatomyBuilder } from './builder.ts';
import { field, inline, textAt } from './fields.ts';
import { idOf } from './identifiers.ts';
import { currentValue, itemsBy, type Place, provenance, under } from './places.ts';
import { claimText } from './volume-parts.ts';

const nameOf = (template: YamlValue): string => textAt(template, 'metadata', 'name') ?? '';
const detailOf = (template: YamlValue): string => claimText('volumeClaimTemplate', field(template, 'spec'));

/**
 * Adds the claim templates of a StatefulSet: each is a volume of that name in its pods, and takes the place of a volume
 * that the pod itself has under it (k8s.io/kubernetes/pkg/controller/statefulset, updateStorage). Answers their names.
 */
export function claimParts(workload: Place, name: string, builder: AnatomyBuilder): ReadonlySet<string> {
  const names = new Set<string>();
  for (const template of itemsBy(under(workload, 'spec', 'volumeClaimTemplates'), nameOf)) {
    const value = currentValue(template) ?? null;
    const claim = nameOf(value);
    if (template.now !== null) names.add(claim);
    const id = builder.add({
      id: idOf('volume', claim),
      kind: 'volume',
      label: claim,
      value: null,
      parent: 'pod',
      detail: detailOf(value),
      ...provenance(template, detailOf, { amounts: true }),
    });
    const spec = under(template, 'spec');
    if (spec === null) continue;
    const source = builder.add({
      id: `${id}/source/0`,
      kind: 'field',
      label: `${claim}-${name}-0`,
      value: inline(currentValue(spec)),
      parent: id,
      detail: `a claim for each pod: ${claim}-${name}-0, ${claim}-${name}-1 …`,
      ...provenance(spec, inline, { amounts: true }),
    });
    builder.link(source, id, 'volume-source');
  }
  return names;
}
