import type { NamedText } from '../contract/types.ts';
import type { FileCoverage } from '../domain/checks/coverage.ts';
import type { CheckName, Finding } from '../domain/checks/model.ts';
import { checkScopes, claims } from '../domain/checks/scope.ts';
import { countWords, coverageWords, worstFirst } from '../domain/checks/words.ts';
import type { CheckRun } from '../host/checks/checks.ts';
import { endedHow } from '../host/process/command-line.ts';
import { oneLine } from './one-line.ts';
import { pointedLine } from './pointed-line.ts';

/** `$ istioctl …`, how it ended, each finding with its line, and how much of the files it read. */
export function checkLines(run: CheckRun, texts: readonly NamedText[]): string {
  const { command, findings, coverage } = run;
  const head = `$ ${oneLine(command.line)}\n  ${endedHow(command)}: ${countWords(run)}\n`;
  const rest = coverage.map(coverageLine).join('');
  return `${head}${worstFirst(findings)
    .map((finding) => findingLines(finding, texts))
    .join('')}${rest}\n`;
}

function findingLines(finding: Finding, texts: readonly NamedText[]): string {
  const { severity, code, resource, message, source } = finding;
  const where = source === null ? '' : `${oneLine(source.file)}:${source.line}:${source.column}: `;
  const who = [severity ?? 'not understood', code, resource].filter((word) => word !== null).join(' ');
  const named = texts.filter(({ name }) => name === source?.file);
  const [file] = named;
  // Of two files of one name nobody could tell which is meant.
  const line =
    source === null || file === undefined || named.length > 1 ? '' : pointedLine(file.text, source);
  return `  ${where}${oneLine(who)}: ${oneLine(message)}\n${line === '' ? '' : `  ${line}`}`;
}

function coverageLine(coverage: FileCoverage): string {
  const { file, objects, read } = coverage;
  return objects === read ? '' : `  ${oneLine(`of ${file} ${coverageWords(coverage)}`)}\n`;
}

/** What the checks that were run pass over, whatever they found. */
export function scopeLines(names: readonly CheckName[]): string {
  const scopes = checkScopes.filter(({ check }) => names.includes(check));
  return scopes
    .map(({ check, passesOver }) => {
      const words = passesOver.map((id) => `  - ${claims[id]}\n`);
      return `${check} passes over:\n${words.join('')}`;
    })
    .join('');
}
