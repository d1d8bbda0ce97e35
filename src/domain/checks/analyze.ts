import { InputFault } from '../fault.ts';
import {
  brokenOff,
  commandError,
  joinReports,
  type LineMeaning,
  plainFinding,
  readLines,
  withoutColours,
} from './lines.ts';
import {
  type CheckReport,
  type CheckSeverity,
  type Hint,
  NO_HINT,
  type ObjectName,
  type RawFinding,
} from './model.ts';

/** What one run printed, and the names of the files that it was given. */
export interface AnalyzeOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly files: readonly string[];
}

/**
 * What `istioctl analyze` and `istioctl x precheck` print without `-o` (istio.io/istio, pkg/config/analysis/diag/message.go
 * and istioctl/pkg/analyze): `Error [IST0101] (VirtualService ns/name file:line) message` on standard output, what could not
 * be read and how it ended on standard error.
 */
export function readAnalyzeLog({ stdout, stderr, files }: AnalyzeOutput): CheckReport {
  return joinReports(
    readLines(stdout, (line) => ofMessages(line, files)),
    readLines(stderr, (line) => ofErrors(line, files)),
  );
}

/**
 * The same with `-o json`. Lines of istioctl's log stand before the list on standard output.
 * @throws InputFault `check-json` when there is no list of messages
 */
export function readAnalyzeJson({ stdout, stderr, files }: AnalyzeOutput): CheckReport {
  const lines = withoutColours(stdout).split('\n');
  const begin = lines.findIndex((line) => line === '[' || line === '[]' || line === 'null');
  const list = begin === -1 ? null : parse(lines.slice(begin).join('\n'));
  if (list === null)
    throw new InputFault(
      'check-json',
      'istioctl did not print its messages as JSON.',
      'Check this istioctl in a terminal, or name another one.',
      null,
      stdout.slice(0, 2000),
    );
  return joinReports(
    readLines(lines.slice(0, begin).join('\n'), (line) => ofMessages(line, files)),
    { findings: list, summary: [] },
    readLines(stderr, (line) => ofErrors(line, files)),
  );
}

const MESSAGE = /^(Error|Warning|Info) \[(IST\d+)\](?: \[cluster-([^\]]*)\])? (.*)$/;
const LOG_LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z\t/;
/** Said again, with the number of the document, on standard error. */
const SKIPPED =
  /^\d{4}-\d\d-\d\dT[\d:.]+Z\twarn\t\w+\terror (?:processing|reading documents in) .* - skipping$/;

function ofMessages(line: string, files: readonly string[]): LineMeaning {
  const found = MESSAGE.exec(line);
  if (found !== null) {
    const [, severity = '', code = '', , rest = ''] = found;
    return { is: 'finding', finding: messageOf(severity as CheckSeverity, code, rest, files) };
  }
  if (SKIPPED.test(line)) return { is: 'echo' };
  if (LOG_LINE.test(line)) return { is: 'unknown' };
  return { is: 'more' };
}

/** `(VirtualService ns/name a.yaml:10) message`, `(Cluster) message`, or only a message. */
function messageOf(
  severity: CheckSeverity,
  code: string,
  rest: string,
  files: readonly string[],
): RawFinding {
  const origin = originOf(rest, files);
  if (origin === null) return { severity, code, resource: null, message: rest, hint: NO_HINT };
  return { severity, code, ...origin };
}

type Origin = Pick<RawFinding, 'resource' | 'message' | 'hint'>;

function originOf(rest: string, files: readonly string[]): Origin | null {
  if (!rest.startsWith('(')) return null;
  // Names of files may hold blanks and brackets: the ones that were given are looked for as they are.
  for (const file of [...files].sort((a, b) => b.length - a.length)) {
    const at = rest.indexOf(` ${file}:`);
    const line = at === -1 ? null : /^(\d+)\) /.exec(rest.slice(at + file.length + 2));
    if (line === null) continue;
    const resource = rest.slice(1, at);
    const message = rest.slice(at + file.length + 2 + line[0].length);
    return { resource, message, hint: hintOf(resource, file, Number(line[1])) };
  }
  const plain = /^\(([^()]*)\) (.*)$/.exec(rest);
  if (plain === null) return null;
  const [, resource = '', message = ''] = plain;
  return { resource, message, hint: hintOf(resource, null, null) };
}

function hintOf(resource: string, file: string | null, line: number | null): Hint {
  return { ...NO_HINT, object: objectOf(resource), file, line: line === 0 ? null : line };
}

/** `VirtualService ns/name`, `Namespace name`; null for what is no object: `Cluster`. */
export function objectOf(resource: string): ObjectName | null {
  const found = /^(\S+) (?:([^\s/]*)\/)?([^\s/]*)$/.exec(resource);
  if (found === null) return null;
  const [, kind = '', namespace = '', name = ''] = found;
  return { kind, namespace, name };
}

const SUMMARY = [
  /^✔ ?No validation issues found when analyzing/,
  /^✔ No issues found when checking the cluster/,
  /^\s+To get started, check out /,
  /^No validation issues found when analyzing .* could not be parsed\)\.$/,
  /^\s+- \S/,
  /^Error: Analyzers found issues when analyzing /,
  /^Error: Issues found when checking the cluster/,
  /^See https:\/\/istio\.io\/\S+ for more information about causes and resolutions\.$/,
  /^Error: Some files couldn't be parsed\.$/,
];

function ofErrors(line: string, files: readonly string[]): LineMeaning {
  if (SUMMARY.some((pattern) => pattern.test(line))) return { is: 'summary' };
  if (/^Error\(s\) adding files: \d+ errors? occurred:$/.test(line)) return { is: 'echo' };
  if (/^\t\* errors parsing content ".*": \d+ errors? occurred:$/.test(line)) return { is: 'echo' };
  const unread = unreadDocument(line, files);
  if (unread !== null) return { is: 'finding', finding: unread };
  const error = commandError(line) ?? missingNamespace(line);
  return error === null ? { is: 'unknown' } : { is: 'finding', finding: error };
}

/** `error processing a.yaml[1]: …`: a document that istioctl left out. */
function unreadDocument(line: string, files: readonly string[]): RawFinding | null {
  const found = /^\t\* error (processing|reading documents in) (.*)\[(\d+)\]: (.*)$/s.exec(line);
  if (found === null) return null;
  const [, doing = '', name = '', number = '0', why = ''] = found;
  const file = files.includes(name) ? name : null;
  // It stops where it cannot tell where a document ends.
  const lost = doing === 'processing' ? 'document' : 'rest';
  const hint: Hint = { ...NO_HINT, file, document: Number(number), lost };
  const message = `Document ${Number(number) + 1} of ${name} was not looked at: ${why}`;
  return { severity: 'Error', code: null, resource: null, message, hint };
}

/** Said with exit code 0, and nothing was looked at. */
function missingNamespace(line: string): RawFinding | null {
  return /^namespace ".*" not found$/.test(line) ? brokenOff('Error', line) : null;
}

interface JsonMessage {
  readonly [key: string]: unknown;
}

function parse(text: string): readonly RawFinding[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (read === null) return [];
  return Array.isArray(read) ? read.map(fromJson) : null;
}

function fromJson(entry: unknown): RawFinding {
  const message: JsonMessage = typeof entry === 'object' && entry !== null ? { ...entry } : {};
  const text = (key: string): string | null => (typeof message[key] === 'string' ? message[key] : null);
  const level = text('level');
  const said = text('message');
  if (said === null || !(level === 'Error' || level === 'Warning' || level === 'Info'))
    return plainFinding(null, JSON.stringify(entry));
  const resource = text('origin');
  const place = /^(.*):(\d+)$/s.exec(text('reference') ?? '');
  const line = Number(place?.[2] ?? 0);
  const hint = hintOf(resource ?? '', place?.[1] ?? null, line);
  return { severity: level, code: text('code'), resource, message: said, hint };
}
