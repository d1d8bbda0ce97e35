import type { SourceRange } from '../anatomy/model.ts';

/** Turns offsets of a text into lines and columns; a line ends at LF, CR or CR LF, as in editors. */
export interface LineIndex {
  /** From 1. */
  line(offset: number): number;
  range(start: number, end: number): SourceRange;
}

/** Line starts are found once, when the first position is asked for. */
export function createLineIndex(file: string, text: string): LineIndex {
  let starts: number[] | null = null;
  const at = (offset: number): number => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const column = (line: number, offset: number): number => offset - (starts?.[line] ?? 0) + 1;
  return {
    line: (offset) => at(offset) + 1,
    range(start, end) {
      const first = at(start);
      const last = at(end);
      return {
        file,
        line: first + 1,
        column: column(first, start),
        endLine: last + 1,
        endColumn: column(last, end),
      };
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 13 && text.charCodeAt(i + 1) === 10) i++;
    if (code === 10 || code === 13) starts.push(i + 1);
  }
  return starts;
}
