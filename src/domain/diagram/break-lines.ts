import { printable, textWidth, wrap } from './measure.ts';
import type { TextPlan } from './plan.ts';

const squeezed = (text: string): string => text.replaceAll(' ', '');

/** A number behind a name: a counter, and no part of an address. Of a state one knows how long its number gets. */
const COUNTER = /((?<= )(?<!_state )\d+(?=[ ,;]|$))/;
/** As many digits a counter has room for: an hour of polls and more. */
const DIGITS = 5;
/** Stands for the blank between a name and its number, where no line ends. */
const TIE = '_';

/**
 * The lines of a text that counts on, broken where they would be with long numbers: neither a line nor what stands below it moves
 * when a counter gets another digit.
 */
function steadyLines(text: string, { counts: _, ...plan }: TextPlan, room: number): readonly string[] {
  /** What is shown for each letter of the long text but its blanks. */
  const shown: string[] = [];
  const long = text
    .split(COUNTER)
    .map((piece, at, { length }) => {
      const whole =
        at % 2 === 1 ? piece.padEnd(DIGITS, '0') : at === length - 1 ? piece : piece.replace(/ $/, TIE);
      for (const [place, letter] of whole.split('').entries())
        if (letter !== ' ') shown.push(piece[place] ?? '');
      return whole;
    })
    .join('');
  const lines = linesOf({ ...plan, text: long }, room);
  // What is cut even so is cut as any other text.
  if (squeezed(lines.join('')) !== squeezed(long)) return linesOf({ ...plan, text }, room);
  const letters = shown.values();
  const said = (letter: string): string => (letter === ' ' ? ' ' : (letters.next().value ?? ''));
  return lines.map((line) => line.split('').map(said).join(''));
}

/** A text over its lines, which are about equally long where there are several: no word stands alone. */
export function linesOf(plan: TextPlan, room: number): readonly string[] {
  const text = printable(plan.text);
  if (plan.counts === true) return steadyLines(text, plan, room);
  if (textWidth(text, plan) <= room) return text === '' ? [] : [text];
  const said = printable(plan.brief ?? plan.text);
  const most = plan.lines ?? 1;
  const cut = (width: number): readonly string[] =>
    wrap(said, plan, width, most).filter((line) => line !== '');
  const whole = (lines: readonly string[]): boolean => squeezed(lines.join('')) === squeezed(said);
  const greedy = cut(room);
  if (greedy.length < 2 || plan.family === 'mono' || !whole(greedy)) return greedy;
  let best = greedy;
  for (let width = room * 0.95; width > room / 2; width -= room * 0.05) {
    const lines = cut(width);
    // Nor is a word broken that was whole.
    const broken = greedy.join(' ') === said && lines.join(' ') !== said;
    if (lines.length > greedy.length || !whole(lines) || broken) break;
    best = lines;
  }
  return best;
}
