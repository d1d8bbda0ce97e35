import type { NamedText } from '../contract/types.ts';
import type { FileCoverage } from '../domain/checks/coverage.ts';
import type { CheckName, CheckSeverity, Finding } from '../domain/checks/model.ts';
import { checkScopes, claims } from '../domain/checks/scope.ts';
import type { CheckRun } from '../host/checks/checks.ts';
import { endedHow } from '../host/process/command-line.ts';
import { oneLine } from './one-line.ts';
import { pointedLine } from './pointed-line.ts';

/** The worst that a run says; words that are not understood count by its exit code. */
export function worst({ findings, exitCode }: Pick<CheckRun, 'findings' | 'exitCode'>): CheckSeverity | null {
  const said = new Set(findings.map(({ severity }) => severity));
  if (said.has('Error') || (exitCode !== 0 && said.has(null))) return 'Error';
  return said.has('Warning') ? 'Warning' : said.has('Info') ? 'Info' : null;
}

/** `$ istioctl …`, how it ended, each finding with its line, and how much of the files it read. */
export function checkLines(run: CheckRun, texts: readonly NamedText[]): string {
  const { command, findings, coverage } = run;
  const head = `$ ${oneLine(command.line)}\n  ${endedHow(command)}: ${countWords(findings)}\n`;
  const rest = coverage.map(coverageLine).join('');
  return `${head}${findings.map((finding) => findingLines(finding, texts)).join('')}${rest}\n`;
}

/** `2 errors, 1 warning`; `nothing found`. */
function countWords(findings: readonly Finding[]): string {
  const count = (severity: CheckSeverity | null) =>
    findings.filter((finding) => finding.severity === severity).length;
  const words = [
    plural(count('Error'), 'error'),
    plural(count('Warning'), 'warning'),
    plural(count('Info'), 'info'),
    plural(count(null), 'message that is not understood', 'messages that are not understood'),
  ].filter((word) => word !== null);
  return words.length === 0 ? 'nothing found' : words.join(', ');
}

function plural(count: number, one: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
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

/** Of what it looks into; the others by name. */
function coverageLine({ file, objects, read, decoded, unread }: FileCoverage): string {
  if (objects === read) return '';
  const only = decoded.length === 0 ? '' : `; it only decodes ${decoded.join(', ')}`;
  const over = unread.length === 0 ? '' : `; it passes over ${unread.join(', ')}`;
  const more = objects - read - decoded.length - unread.length;
  const rest = more > 0 ? `; and so on, ${more} more` : '';
  return `  ${oneLine(`of ${file} it looks into ${read} of ${plural(objects, 'object')}${only}${over}${rest}`)}\n`;
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
