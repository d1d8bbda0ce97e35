import type { Part, WorkloadAnatomy } from '../../anatomy/model.ts';
import { type ProvenanceStep, provenanceReader } from '../../anatomy/provenance.ts';

/** How a report writes a cell; the report's own rules for what must be escaped. */
export interface Cells {
  row(cells: readonly string[]): string;
  code(text: string): string;
  prose(text: string): string;
}

/** Where each part comes from and what becomes of it, a line for every part that is traced; nothing where none is. */
export function provenanceTable(
  parts: readonly Part[],
  anatomy: WorkloadAnatomy,
  { row, code, prose }: Cells,
): readonly string[] {
  const reader = provenanceReader(anatomy);
  const lines = parts.flatMap((part) => {
    const chain = reader.chainOf(part);
    if (chain === null) return [];
    const told = chain.steps.map((step) => prose(words(step))).join(' → ');
    return [row([code(part.id), told, chain.unknown === null ? '' : prose(chain.unknown)])];
  });
  if (lines.length === 0) return [];
  return [
    '## Where it comes from, and what becomes of it',
    '',
    row(['part', 'chain', 'not known']),
    row(['---', '---', '---']),
    ...lines,
    '',
  ];
}

/** `template: this line of the template (inject-config.yaml:214)`. */
function words({ station, words: said, places, pointer }: ProvenanceStep): string {
  const where = [
    ...places.map(({ file, line }) => `${file}:${line}`),
    ...(pointer === undefined ? [] : [pointer]),
  ];
  return `${station}: ${said}${where.length === 0 ? '' : ` (${where.join(', ')})`}`;
}
