import type { LabFinding } from '../model.ts';
import { bounded, finding, MAX_FINDINGS, quote } from './findings.ts';

/** A line `key=value` that a file has to hold. */
export interface KeyRule {
  readonly key: string;
  /** What is wrong with a value, to follow `KEY says …, but`; null when nothing is. */
  readonly fault: (value: string) => string | null;
}

export interface KeyLine {
  /** Counted from 1. */
  readonly line: number;
  readonly key: string;
  /** As it is written. */
  readonly value: string;
}

/** Control characters but the tab, which stands in a line as it is. */
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;

/**
 * A value as it stands behind `key=`: as it is, whatever it holds; only one with a line break or another control character,
 * which would be no line of text, is written as a JSON string, in quotes and with `\n` and `\u001b`.
 */
export function valueText(value: string): string {
  if (!CONTROL.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A file of lines `key=value`, in the given order. */
export function keyValueText(entries: readonly (readonly [key: string, value: string])[]): string {
  return entries.map(([key, value]) => `${key}=${valueText(value)}\n`).join('');
}

/** A rule for one right value; `why` says from where that is known, in front of the value. */
export function exactly(key: string, value: string, why: string): KeyRule {
  const wanted = valueText(value);
  return {
    key,
    fault: (found) => {
      if (found === wanted) return null;
      return `${why} ${value === '' ? 'has none' : `says ${quote(value)}`}${hint(found, wanted)}`;
    },
  };
}

/** What a value that is nearly right has too much or too little of. */
function hint(found: string, wanted: string): string {
  if (found.trim() === wanted && found !== wanted) return ' (there is a space around it)';
  if (/^(["']).*\1$/s.test(found) && found.slice(1, -1) === wanted) return ' (without quotes)';
  return '';
}

/** Lines of a text without their line ends (LF or CRLF) and without blank ones at the end. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  let length = lines.length;
  while (length > 0 && lines[length - 1]?.trim() === '') length -= 1;
  return lines.slice(0, length);
}

/** The lines `key=value` of a text with one of some keys, wherever they stand. */
export function keyLines(text: string, keys: readonly string[]): readonly KeyLine[] {
  return keyLinesIn(linesOf(text), keys);
}

function keyLinesIn(lines: readonly string[], keys: readonly string[]): readonly KeyLine[] {
  const found: KeyLine[] = [];
  for (const [index, written] of lines.entries()) {
    const key = keys.find((one) => written.startsWith(one) && written[one.length] === '=');
    if (key !== undefined) found.push({ line: index + 1, key, value: written.slice(key.length + 1) });
  }
  return found;
}

/** The value of a key in a file of such lines, as it is written; null when the file does not say it once. */
export function singleValue(text: string | null, key: string): string | null {
  if (text === null) return null;
  const [first, second] = keyLines(text, [key]);
  return first === undefined || second !== undefined ? null : first.value;
}

/** Checks a file that holds one line for each rule, in any order, and nothing else. */
export function checkKeyValues(file: string, text: string, rules: readonly KeyRule[]): readonly LabFinding[] {
  const keys = rules.map(({ key }) => key);
  const starts = keys.map((key) => `${key}=`);
  const strangers: LabFinding[] = [];
  let more = 0;
  const lines = linesOf(text);
  for (const [index, written] of lines.entries()) {
    if (starts.some((start) => written.startsWith(start))) continue;
    // The first says which lines are asked for.
    const asked = strangers.length === 0 ? keys : [];
    if (strangers.length < MAX_FINDINGS)
      strangers.push(finding(file, strangeLine(written, keys, asked), index + 1));
    else more += 1;
  }
  return [...bounded(strangers, more), ...checkKeys(file, keyLinesIn(lines, keys), rules)];
}

/** Checks that there is one line for each rule, and its value. */
export function checkKeys(
  file: string,
  lines: readonly KeyLine[],
  rules: readonly KeyRule[],
): readonly LabFinding[] {
  return rules.flatMap((rule) => {
    const { key } = rule;
    const [first, ...others] = lines.filter((line) => line.key === key);
    if (first === undefined)
      return [finding(file, `${file} has no line ${key}=, which the lab asks for.`, null, key)];
    const fault = rule.fault(first.value);
    return [
      ...(fault === null ? [] : [finding(file, said(first, fault), first.line, key)]),
      ...others
        .slice(0, 1)
        .map(({ line }) =>
          finding(file, `${key}= stands here once more; line ${first.line} has it already.`, line, key),
        ),
    ];
  });
}

function said({ key, value }: KeyLine, fault: string): string {
  const what = value === '' ? 'nothing' : /^[\w.:/@-]{1,80}$/.test(value) ? value : quote(value);
  return `${key} says ${what}, but ${fault}.`;
}

/** `asked`: the keys that are told. */
function strangeLine(written: string, keys: readonly string[], asked: readonly string[]): string {
  const lines = asked.map((key) => `${key}=`).join(', ');
  if (written.trim() === '')
    return `An empty line stands between the lines that the lab asks for${lines === '' ? '' : ` (${lines})`}.`;
  const near = keys.find((key) => new RegExp(`^\\s*${key}\\s*[=:]`, 'i').test(written));
  if (near !== undefined)
    return `${quote(written)} is not written as the lab asks: ${near}=, without spaces, and the value.`;
  return `${quote(written)} is none of the lines that the lab asks for${lines === '' ? '' : `: ${lines}`}.`;
}
