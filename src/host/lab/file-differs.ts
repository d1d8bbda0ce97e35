import { type FailureError, inputFailure } from '../../contract/failure.ts';
import { visibleText } from '../../domain/anatomy/visible-text.ts';
import type { LabFile } from '../../domain/lab/model.ts';

import type { YamlValue } from '../../domain/yaml/document.ts';
import { valueDifference } from './value-differs.ts';

/** As much of a line as a sentence holds. */
const MAX_QUOTE = 80;

/** Says where a file that is there is not what an export would write: it is somebody's, and stays. */
export function fileDiffers(path: string, there: LabFile, wanted: string): FailureError {
  const hint = 'Nothing was changed in it: name another folder, remove the file, or replace it with --force.';
  if (there.kind !== 'text') {
    const why = there.kind === 'unreadable' ? there.why : `${path} is gone.`;
    return inputFailure('lab-file-differs', `${path} is there and is not replaced: ${why}`, hint);
  }
  const { line, said } = differenceOf(path, there.text, wanted);
  return inputFailure('lab-file-differs', `${path}:${line} is not what this export writes: ${said}.`, hint, {
    file: path,
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
  });
}

/** YAML and JSON by what they say, and only where that is the same by their layout. */
function differenceOf(path: string, there: string, wanted: string) {
  const found = valueDifference(path, there, wanted);
  if (found !== null && found !== 'same') {
    const { name, line, theirs, mine } = found;
    const what = name === '' ? 'the whole' : visibleText(name);
    return {
      line,
      said: `${what} is ${shownValue(theirs, 'not there')}, and the export has ${shownValue(mine, 'none')}`,
    };
  }
  const { line, theirs, mine } = firstDifference(there, wanted);
  const layout = found === 'same' ? 'its values are the same, and its layout is another: ' : '';
  return { line, said: `${layout}it says ${theirs}, and the export ${mine}` };
}

function shownValue(value: YamlValue | undefined, nothing: string): string {
  return value === undefined ? nothing : quote(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The first line, counted from 1, in which two texts differ that are not the same. */
export function firstDifference(there: string, wanted: string) {
  const theirs = there.split('\n');
  const mine = wanted.split('\n');
  let index = 0;
  while (theirs[index] === mine[index] && index < theirs.length) index += 1;
  return { line: index + 1, theirs: quote(theirs[index]), mine: quote(mine[index]) };
}

function quote(line: string | undefined): string {
  if (line === undefined) return 'nothing more';
  if (line === '') return 'an empty line';
  const text = visibleText(line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line);
  return `“${text}”`;
}
