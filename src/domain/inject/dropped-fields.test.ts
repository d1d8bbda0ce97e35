import { describe, expect, it } from 'vitest';
import { findWorkloads } from '../anatomy/workloads.ts';
import { readYaml, type YamlMap, type YamlValue } from '../yaml/document.ts';
import { droppedFields } from './dropped-fields.ts';

function podOf(text: string) {
  const [place] = findWorkloads(readYaml('pod.yaml', `kind: Pod\nspec:\n${text}`));
  if (place === undefined) throw new Error('no workload');
  return place;
}
const dropped = (input: string, output: string) =>
  droppedFields(podOf(input), podOf(output)).map(({ path }) => path.slice(1).join('.'));

describe('what of the input is not in the output', () => {
  it.each([
    [
      'in the item of the same name, wherever it stands',
      '[{name: a, x: 1}, {name: b, x: 1}, {name: gone, x: 1}]',
      '[{name: new}, {name: b, x: 1}, {name: a}]',
      'containers.0.x',
    ],
    [
      'in the next one where several have the same name',
      '[{name: a, x: 1}, {name: a, w: 1}, {name: a, z: 1}]',
      '[{name: a, x: 1}, {name: a}]',
      'containers.1.w',
    ],
    ['at the same place where items have no mark', '[{x: 1}, {w: 1}]', '[{}, {w: 1}, {}]', 'containers.0.x'],
  ])('is looked for %s', (_, input, output, field) => {
    expect(dropped(`  containers: ${input}`, `  containers: ${output}`)).toEqual([field]);
  });

  it('looks at every item of the output a number of times that does not grow with their number', () => {
    const looks = (count: number): number => {
      let seen = 0;
      const items = Array.from({ length: count }, (_, n): YamlMap => ({ name: `c${n}`, image: 'i' }));
      const watched = items.toReversed().map(
        (item) =>
          Object.defineProperty({ ...item }, 'name', {
            enumerable: true,
            get: (): YamlValue => {
              seen += 1;
              return item.name ?? null;
            },
          }) as YamlMap,
      );
      const place = podOf('  containers: []');
      const withItems = (containers: readonly YamlValue[]) => ({
        ...place,
        value: { kind: 'Pod', spec: { containers: [...containers] } },
      });
      expect(droppedFields(withItems(items), withItems(watched))).toEqual([]);
      return seen / count;
    };
    expect(looks(400)).toBe(looks(100));
  });
});
