import { InputFault } from '../fault.ts';
import type { DeckStep } from './deck.ts';

/** What a presenter wrote for each step, by the step's id. */
export type Notes = Readonly<Record<string, string>>;

/** Far above what anybody says in an hour, in UTF-16 units. */
export const MOST_NOTES = 200_000;

const MARK = /^<!-- step: ([a-z0-9-]+) -->$/;

/** What would begin another step, and the sign by which it does not. */
const escaped = (text: string): string => text.replace(/^(?=\\*(?:## |<!-- step: ))/gm, '\\');
const ESCAPED = /^\\(?=\\*(?:## |<!-- step: ))/;

/** The notes as a Markdown file: a heading for each step, under it what is said. Read back by `readNotes`. */
export function writeNotes(
  workload: string,
  steps: readonly Pick<DeckStep, 'id' | 'title' | 'facts'>[],
  notes: Notes,
): string {
  const parts = steps.map(({ id, title, facts }, index) =>
    [
      `## ${index + 1}. ${title}`,
      '',
      `<!-- step: ${id} -->`,
      '',
      escaped(notes[id] ?? facts.join('\n')),
      '',
    ].join('\n'),
  );
  return [`# Notes: ${workload}`, '', ...parts].join('\n');
}

/** Notes out of a Markdown file that `writeNotes` wrote and a person edited. Throws `InputFault` for a file without any. */
export function readNotes(file: string, text: string): Notes {
  if (text.length > MOST_NOTES)
    throw new InputFault(
      'notes-too-long',
      `${file} is too long for notes: over ${MOST_NOTES} characters.`,
      'Give the Markdown file that “Export” wrote.',
    );
  const notes: Record<string, string> = {};
  let id: string | null = null;
  let lines: string[] = [];
  const close = (): void => {
    if (id !== null) notes[id] = lines.join('\n').trim();
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const mark = MARK.exec(line.trim())?.[1];
    if (mark !== undefined || line.startsWith('## ')) close();
    if (mark !== undefined) id = mark;
    else if (line.startsWith('## ')) id = null;
    else if (id !== null) lines.push(line.replace(ESCAPED, ''));
  }
  close();
  if (Object.keys(notes).length === 0)
    throw new InputFault(
      'no-notes',
      `${file} holds no notes of a presentation.`,
      'Notes stand under lines like “<!-- step: overview -->”: export yours, edit that file and import it.',
    );
  return notes;
}
