import type { BootstrapVariant, Note } from '../anatomy/model.ts';
import { lookDelta } from './delta.ts';
import {
  type Look,
  RECORDING_FORMAT,
  type RecordedCommand,
  type RecordedEvent,
  type RecordedKinds,
  type RecordedTool,
  type Recording,
} from './model.ts';

/** A recording of the first format: one JSON object, with one run whose looks were told as they changed. */
export interface FirstRecording {
  readonly name: string;
  readonly recordedAt: string;
  readonly tools: readonly RecordedTool[];
  readonly commands: readonly RecordedCommand[];
  readonly masked?: number;
  readonly notes: readonly Note[];
  readonly texts: Readonly<Record<string, { readonly name: string; readonly text: string } | null>>;
  readonly run: {
    readonly variant: BootstrapVariant;
    readonly fetchTimeout: string;
    readonly validate: Omit<RecordedKinds['validated'], 'workload' | 'variant' | 'edited' | 'text'>;
    readonly snapshots: readonly (Omit<Look, 'dumpProblem'> & {
      readonly t: number;
      readonly dumpProblem?: string;
      readonly pid: number;
      readonly adminAddress: string;
      readonly log?: string;
    })[];
    readonly ended: RecordedKinds['ended'] & { readonly t: number; readonly log: string };
  };
}

/** What is written behind what was there: a log grows at its end, and only its end was kept. */
function appended(before: string, now: string): string {
  if (now.startsWith(before)) return now.slice(before.length);
  const overlap = now.indexOf(before.slice(-200));
  return overlap < 0 ? now : now.slice(overlap + Math.min(200, before.length));
}

/**
 * A recording of the first format as one of today's. What that format did not keep, such as the text of the bootstrap, is not made up:
 * the bootstrap is an empty text, and the command that started Envoy has no arguments.
 */
export function fromFirstFormat(old: FirstRecording): Recording {
  const events: RecordedEvent[] = [{ t: 0, is: 'tools', tools: old.tools }];
  const texts: Record<string, number> = {};
  for (const [role, text] of Object.entries(old.texts)) {
    if (text === null) continue;
    texts[role] = Object.keys(texts).length;
    events.push({ t: 0, is: 'text', id: texts[role], name: text.name, text: text.text });
  }
  const id = Object.keys(texts).length;
  events.push({ t: 0, is: 'text', id, name: 'bootstrap', text: '' });
  events.push({
    ...{ t: 0, is: 'opened', name: old.name, native: false, texts },
    ...{ notes: old.notes, commands: old.commands },
  });
  if (old.masked !== undefined) events.push({ t: 0, is: 'masked', count: old.masked });
  const { variant, fetchTimeout, validate, snapshots, ended } = old.run;
  const bootstrap = { workload: 0, variant, edited: false, text: id };
  const start = fetchTimeout === '0s' ? {} : { fetchTimeout };
  events.push({ t: 0, is: 'chose', workload: 0, variant, start });
  events.push({ t: 0, is: 'validated', ...bootstrap, ...validate });
  const first = snapshots[0];
  const command = { argv: [], line: '', exitCode: null, signal: null, ms: 0, stderr: '' };
  const at = { pid: first?.pid ?? 0, admin: first?.adminAddress ?? '' };
  events.push({
    t: 0,
    is: 'started',
    ...bootstrap,
    words: `${old.name}, ${variant}`,
    began: 0,
    ...at,
    command,
  });
  events.push(...lookEvents(snapshots, ended));
  const { t, log: _, ...end } = ended;
  const last = Math.max(t, events.at(-1)?.t ?? 0);
  events.push({ t: last, is: 'ended', ...end }, { t: last, is: 'end', why: 'stopped' });
  const secrets = old.masked === undefined ? 'included' : 'masked';
  return {
    head: { format: RECORDING_FORMAT, name: old.name, recordedAt: old.recordedAt, app: '', secrets },
    events,
    whole: true,
  };
}

function lookEvents(
  snapshots: FirstRecording['run']['snapshots'],
  ended: FirstRecording['run']['ended'],
): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  let before: Look | null = null;
  let log = '';
  let t = 0;
  const write = (at: number, text: string): void => {
    const more = appended(log, text);
    if (more !== '') events.push({ t: at, is: 'log', text: more });
    log = text;
  };
  for (const { t: told, dumpProblem = null, pid: _, adminAddress: __, log: said, ...rest } of snapshots) {
    t = Math.max(t, told);
    if (said !== undefined) write(t, said);
    const { ready, connectedState, rung, steps, server, node, counts } = rest;
    const look = { ready, connectedState, rung, steps, server, node, counts, dumpProblem };
    events.push({ t, is: 'poll', ...lookDelta(before, look) });
    before = look;
  }
  write(Math.max(t, ended.t), ended.log);
  return events;
}
