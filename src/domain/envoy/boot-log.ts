/** Why an Envoy ended at its start, told from its log. */
export type BootProblem =
  /** ADS names a cluster that is not among the static ones. */
  | { readonly kind: 'unknown-ads-cluster'; readonly cluster: string }
  | {
      readonly kind: 'cannot-bind';
      readonly address: string;
      readonly port: number | null;
      readonly why: string;
    }
  /** Another Envoy holds the same base id (shared memory for hot restart). */
  | { readonly kind: 'base-id-in-use'; readonly baseId: number }
  /** Not YAML, not JSON, or not the message that Envoy expects. Line and column count from 1 in what Envoy parsed. */
  | {
      readonly kind: 'malformed';
      readonly line: number | null;
      readonly column: number | null;
      /** The field that Envoy names: `static_resources.clusters[0].name`; a field that it does not know, too. */
      readonly field: string | null;
      /** The value that it names instead: `unknown enum value: 'STRICT'`. */
      readonly value: string | null;
      readonly words: string;
    }
  | { readonly kind: 'other' };

export interface BootEnd {
  readonly problem: BootProblem;
  /** Envoy's own words on one line, without time stamp and without its marks. */
  readonly reason: string;
}

const MAX_REASON = 2_000;
/** `[2026-01-10 10:00:00.000][1][critical][main] [source/server/server.cc:449] ` */
const ENTRY = /^\[\d{4}-\d\d-\d\d [^\]]*\]\[\d+\]\[(\w+)\]\[[^\]]*\]\s*(?:\[[^\]]*\]\s*)?/;
/** The format that a sidecar's bootstrap sets: `2026-…Z⇥critical⇥envoy main source/…:449⇥text⇥thread=1` */
const ISTIO_ENTRY = /^\d{4}-\d\d-\d\dT\S+\t(\w+)\tenvoy \w+ \S*\t/;

interface Entry {
  readonly level: string;
  readonly lines: string[];
}

function entries(log: string): readonly Entry[] {
  const found: Entry[] = [];
  for (const line of log.split(/\r?\n/)) {
    const head = ENTRY.exec(line) ?? ISTIO_ENTRY.exec(line);
    if (head !== null) found.push({ level: head[1] ?? '', lines: [line.slice(head[0].length)] });
    else if (found.length === 0) found.push({ level: '', lines: [line] });
    else found.at(-1)?.lines.push(line);
  }
  return found;
}

const oneLine = (text: string): string =>
  text
    // Envoy changes its error texts from run to run on purpose so that nobody parses them by position.
    .replace(/goo\.gle\/debug\w+/g, ' ')
    .replace(/\tthread=\d+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON);

const CONSTRAINT = 'Proto constraint validation failed';

/** The words inside Envoy's sentence about its bootstrap, in its serving and in its validating form. */
function innerWords(text: string): string {
  const serving = /error\s+`([\s\S]*?)`\s+initializing\s+config/.exec(text)?.[1];
  const validating = /error\s+initializing\s+configuration\s+'[^']*':\s*([\s\S]*)$/.exec(text)?.[1];
  const words = serving ?? validating ?? text;
  // Envoy prints the whole bootstrap before it says which rule was broken.
  const broken = words.lastIndexOf(CONSTRAINT);
  return oneLine(broken < 0 ? words : words.slice(broken));
}

const numberAt = (match: RegExpExecArray | null, group: number): number | null =>
  match?.[group] === undefined ? null : Number(match[group]);

function problemOf(words: string): BootProblem {
  const cluster = /unknown\s+grpc\s+client\s+cluster\s+'([^']*)'/i.exec(words)?.[1];
  if (cluster !== undefined) return { kind: 'unknown-ads-cluster', cluster };
  const bind = /cannot\s+bind\s+'([^']*)':\s*([A-Za-z][A-Za-z ]*)/i.exec(words);
  if (bind?.[1] !== undefined) {
    const port = /:(\d+)$/.exec(bind[1]);
    return { kind: 'cannot-bind', address: bind[1], port: numberAt(port, 1), why: (bind[2] ?? '').trim() };
  }
  const base =
    /base_id\s*=\s*(\d+)[\s\S]*errno\s*=\s*98/.exec(words) ?? /base_id\s*=\s*(\d+)[\s\S]*in use/i.exec(words);
  if (base !== null) return { kind: 'base-id-in-use', baseId: Number(base[1]) };
  return malformed(words) ?? { kind: 'other' };
}

const NOT_THE_MESSAGE =
  /INVALID_ARGUMENT|invalid JSON|Unable to parse JSON|convert YAML as JSON|constraint validation failed|has unknown fields/i;

/** What Envoy says of YAML that is neither a mapping nor a list, with the whole of it behind (`MessageUtil::loadFromYaml`). */
const NO_MAPPING = 'Unable to convert YAML as JSON:';
const NO_MAPPING_WORDS =
  'it is empty or a bare text, and a bootstrap is a mapping (node, admin, static_resources …)';

function malformed(words: string): BootProblem | null {
  const yaml = /yaml-cpp:\s*error\s+at\s+line\s+(\d+),\s*column\s+(\d+):\s*(.*)$/.exec(words);
  if (yaml !== null)
    return {
      kind: 'malformed',
      line: Number(yaml[1]),
      column: Number(yaml[2]),
      field: null,
      value: null,
      words: yaml[3] ?? '',
    };
  const constraint = brokenConstraint(words);
  if (constraint !== null) return constraint;
  if (!NOT_THE_MESSAGE.test(words)) return null;
  if (words.startsWith(NO_MAPPING))
    return { kind: 'malformed', line: null, column: null, field: null, value: null, words: NO_MAPPING_WORDS };
  const near = /near\s+(\d+):(\d+)\s*\(offset\s+\d+\):\s*(.*?)(?:\)\s*(?::|has unknown fields)|$)/.exec(
    words,
  );
  const holder = /@\s*([\w.[\]]+)\s*:/.exec(words)?.[1];
  const unknown = /no\s+such\s+field:\s*'([^']*)'/.exec(words)?.[1];
  const path = [holder, unknown].filter((part) => part !== undefined);
  const value = /unknown\s+enum\s+value:\s*'([^']*)'/.exec(words)?.[1] ?? null;
  return {
    kind: 'malformed',
    line: numberAt(near, 1),
    column: numberAt(near, 2),
    field: path.length === 0 ? null : path.join('.'),
    value,
    words: near?.[3]?.trim() ?? (value === null ? words : `unknown enum value: '${value}'`),
  };
}

/**
 * `BootstrapValidationError.Admin: embedded … | caused by AdminValidationError.Address: …`: a field a step, and the rule
 * that was broken at the end (protoc-gen-validate).
 */
function brokenConstraint(words: string): BootProblem | null {
  if (!words.startsWith(CONSTRAINT)) return null;
  const steps = [...words.matchAll(/ValidationError\.([\w[\]]+): ([^|]*)/g)];
  const rule = steps.at(-1)?.[2]?.trim().replace(/\)$/, '');
  if (rule === undefined) return null;
  const field = steps
    .map(([, name = '']) => name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase())
    .join('.');
  return { kind: 'malformed', line: null, column: null, field, value: null, words: rule };
}

/**
 * Reads from a log why Envoy ended at its start: its last critical entry, else a line about base id, else the last line
 * that says something. Matches loosely, since the texts vary from run to run and the log format by bootstrap.
 */
export function readBootEnd(log: string): BootEnd {
  const all = entries(log);
  const critical = all.filter((entry) => entry.level === 'critical').at(-1);
  const base = log.split(/\r?\n/).find((line) => /base_id\s*=\s*\d+/.test(line));
  const lastLine = log
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .at(-1);
  const reason =
    critical !== undefined ? innerWords(critical.lines.join('\n')) : oneLine(base ?? lastLine ?? '');
  return { reason, problem: problemOf(reason) };
}

/** The line by which Envoy says that it was told to end (`caught ENVOY_SIGTERM`), or null. */
export function readShutdownLine(log: string): string | null {
  const entry = entries(log).findLast(({ lines }) => /caught \w*SIG\w+/.test(lines[0] ?? ''));
  return entry === undefined ? null : oneLine(entry.lines[0] ?? '');
}
