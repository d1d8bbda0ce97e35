import type { EnvoyRun, LadderStep } from '../../../contract/types.ts';
import type { ToldCommand } from '../../state/commands-store.ts';
import type { RunPhase } from '../../state/run-store.ts';

export const runText = {
  run: 'Run',
  stop: 'Stop',
  restart: 'Restart',
  runHelp: 'Start a real Envoy with the bootstrap on the stage',
  starting: 'Starting Envoy',
  stopping: 'Stopping Envoy',
  log: 'Log',
  logTitle: 'Envoy’s log',
  logNone: 'No Envoy has run yet, so there is no log.',
  logNoneYet: 'No Envoy had written anything by then.',
  logNotSent: 'The log is shown when Envoy has ended.',
  ladder: 'How far the proxy got',
  noSidecar: 'No sidecar, so no bootstrap: there is nothing to run',
  noWorkload: 'No workload: there is nothing to run',
  noTools: 'Run needs Envoy, which is not here yet',
  restartHelp: 'Stop the Envoy that runs and start one with the bootstrap on the stage',
  restartIdle: 'Nothing has run for this workload yet: press Run',
  changed: 'The text was changed since the start: Restart to give Envoy this one',
  passedLost: 'passed when the connection was there',
  passedSilent: 'passed when Envoy last answered',
  passedBefore: 'passed before Envoy ended',
  editedRuns: 'runs the text edited by hand',
  recordedBefore: 'Recorded: ',
  notYet: 'no Envoy had been asked by then',
  justStarted: 'Envoy had just been started',
  otherRuns: 'Envoy ran another bootstrap',
  play: 'Play',
  pause: 'Pause',
  playHelp: 'Play the recording (Space)',
  pauseHelp: 'Hold the recording (Space)',
  before: 'To the mark before',
  after: 'To the next mark',
  speed: 'Speed',
  skip: 'Skip waits',
  skipHelp: 'Pass over what nothing happens in',
  timeline: 'Moment of the recording',
  at: (at: string, all: string) => `${at} of ${all}`,
  brokenOff: 'breaks off here: it was not ended in order',
  masked: (count: number) => `${count} masked`,
  maskedHelp: (count: number) =>
    `${count} ${count === 1 ? 'value is' : 'values are'} masked in this recording`,
  included: 'secrets included',
  includedHelp: 'Passwords, tokens and keys are in this recording as they were: do not pass it on',
  programs: 'Programs …',
  programsHelp: 'What is told of istioctl and Envoy',
  dump: 'config_dump',
  dumpTitle: 'Envoy’s config_dump of that moment',
  dumpNone: 'No config_dump had been read by then.',
  idle: 'Not started: Run asks a real Envoy',
  runsOther: (of: string) => `Envoy runs another bootstrap: ${of}`,
  runsUnbroken: (of: string) => `Envoy runs this bootstrap without the typo: ${of}`,
  commands: 'Commands',
  allCommands: (count: number) => `All commands (${count})`,
  noCommand: 'No command has been run yet.',
  copy: 'Copy command',
  close: 'Close',
  recorded: 'recorded',
} as const;

export const stepNames: Readonly<Record<LadderStep['id'], string>> = {
  accepted: 'accepted',
  istiod: 'istiod reached',
  identity: 'identity',
  config: 'config taken',
  live: 'LIVE',
  'pod-ready': 'pod ready',
};

export const stateSigns: Readonly<Record<LadderStep['state'], string>> = {
  passed: '✓',
  waiting: '◔',
  failed: '✕',
  'not-reached': '·',
  'not-on-this-bench': '–',
};

export const stateWords: Readonly<Record<LadderStep['state'], string>> = {
  passed: 'passed',
  waiting: 'waiting',
  failed: 'failed',
  'not-reached': 'not reached',
  'not-on-this-bench': 'not on this bench',
};

/** Of a command that has told no end. `now` is the newest run, as far as it is known. */
function withoutEnd(
  { runId }: ToldCommand,
  now: { readonly run: EnvoyRun | null; readonly phase: RunPhase },
) {
  if (runId === undefined) return 'running';
  if (now.run?.runId !== runId) return 'its end was not seen';
  return now.phase === 'lost' ? 'running when last seen' : 'running';
}

/** How a command ended: `0.12 s · exit 0`, `running`, `3.40 s · signal SIGTERM`. */
export function endWords(
  command: ToldCommand,
  now: { readonly run: EnvoyRun | null; readonly phase: RunPhase },
): string {
  if (command.exitCode === null && command.signal === null) return withoutEnd(command, now);
  const seconds = `${(command.ms / 1000).toFixed(2)} s`;
  return command.signal === null
    ? `${seconds} · exit ${command.exitCode}`
    : `${seconds} · signal ${command.signal}`;
}
