import type { NamedText, SourceRange } from '../../../contract/types.ts';
import type { Part } from '../../../domain/anatomy/model.ts';

/**
 * The line of the injection template that names a part, when exactly one does: variables, volumes and containers are
 * list items of the template, spelled `- name: X`. The `sidecar` template is looked through, because that is the one
 * `defaultTemplates` applies to a sidecar. Null when no line or several name it: then no line is claimed.
 */
export function templateLine(config: NamedText, part: Pick<Part, 'kind' | 'label'>): SourceRange | null {
  if (!['env', 'volume', 'container', 'init-container'].includes(part.kind)) return null;
  const lines = config.text.split('\n');
  const first = lines.findIndex((line) => /^ {2}sidecar:/.test(line));
  if (first < 0) return null;
  const length = lines.slice(first + 1).findIndex((line) => /^(?: {2})?\S/.test(line));
  const end = length < 0 ? lines.length : first + 1 + length;
  const wanted = `- name: ${part.label}`;
  const hits: number[] = [];
  for (let index = first + 1; index < end; index += 1) if (lines[index]?.trim() === wanted) hits.push(index);
  const [hit] = hits;
  if (hit === undefined || hits.length > 1) return null;
  const text = lines[hit] ?? '';
  const column = text.indexOf('-') + 1;
  return {
    file: config.name,
    line: hit + 1,
    column,
    endLine: hit + 1,
    endColumn: text.trimEnd().length + 1,
  };
}
