import type { SourceRange } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import { lineOfStretch } from '../yaml/split.ts';
import type { Explainer, InjectFailure } from './explainer.ts';
import { at } from './places.ts';

/**
 * What libyaml's parser says. Go counts its lines from 0 and those of the scanner from 1, and leaves the first line of a
 * document out of the message (gopkg.in/yaml.v2, decode.go: `parser.fail`).
 */
const PARSER = /^did not find expected (?:<|node content|'-'|key\b|',')/;
const SCANNER = /^(?:found |could not find |did not find |mapping values are |block .* are not allowed)/;

/** A document that our reader takes for YAML and istioctl's does not. */
export const explainYaml: Explainer = (message, failure) => {
  const found = /error converting YAML to JSON: yaml: (?:line (\d+): )?([^\n]*)/.exec(message);
  if (found === null) return null;
  const [, line, problem = ''] = found;
  const source = placeOf(failure, line === undefined ? null : Number(line), problem);
  const { name } = failure.input;
  return source === null
    ? new InputFault(
        'yaml-syntax',
        `istioctl cannot read ${name} as YAML: ${problem}.`,
        'Correct the file: it may hold something else than Kubernetes objects.',
      )
    : new InputFault(
        'yaml-syntax',
        `${at(source)}istioctl cannot read this line as YAML: ${problem}.`,
        'Correct the line. A text that holds brackets or “: ” needs quotes around it.',
        source,
      );
};

function placeOf(failure: InjectFailure, said: number | null, problem: string): SourceRange | null {
  const parser = PARSER.test(problem);
  if (said === null && !parser && !SCANNER.test(problem)) return null;
  const inDocument = parser ? (said ?? 0) + 1 : (said ?? 1);
  const { name, text } = failure.input;
  const first = lineOfStretch(text, failure.written);
  if (first === null) return null;
  const lines = text.trimEnd().split(/\r\n|\r|\n/);
  // What is missing at the end of a text is told of the line behind it.
  const line = Math.min(first + inDocument - 1, lines.length);
  const content = lines[line - 1] ?? '';
  const column = content.length - content.trimStart().length + 1;
  return { file: name, line, column, endLine: line, endColumn: content.length + 1 };
}
