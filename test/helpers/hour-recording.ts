import type { EnvoySnapshot } from '../../src/contract/types.ts';
import { createRecorder, type Recorder } from '../../src/host/recording/recorder.ts';
import { createReel } from '../../src/host/recording/reel.ts';

const HOUR_MS = 3_600_000;
const POLL_MS = 500;

export interface HourOptions {
  /** Looks of a real Envoy, told again and again with their counters going on. */
  readonly looks: readonly EnvoySnapshot[];
  /** A config_dump of it, which is kept anew every ten minutes. */
  readonly dump: string;
  readonly yaml: string;
  /** What was injected; without it a pod that holds nothing. */
  readonly injected?: string;
}

/** Counters that a real Envoy moves while it waits: no poll is the same as the one before. */
function moved(look: EnvoySnapshot, count: number): EnvoySnapshot {
  const steps = look.steps.map((step) => ({
    ...step,
    evidence: step.evidence.replace(/update_failure \d+/, `update_failure ${count}`),
  }));
  const server = look.server === null ? null : { ...look.server, uptimeSeconds: Math.floor(count / 2) };
  return { ...look, steps, server };
}

/** A recording of an hour at two polls a second, made by the recorder out of looks at a real Envoy, its log included. */
export function hourRecording({ looks, dump, yaml, injected = 'kind: Pod\n' }: HourOptions): string {
  let now = 0;
  const recorder: Recorder = createRecorder({
    ...{ name: 'payments.yaml', app: '0.0.0', now: new Date('2026-12-01T00:00:00Z'), includeSecrets: false },
    ...{ folders: ['/nowhere'], names: [] },
    clock: () => now,
  });
  const reel = createReel(recorder);
  const text = { name: 'injected.yaml', text: injected };
  const none = { original: null, injectConfig: null, meshConfig: null, values: null };
  reel.opened({
    ...{ name: 'payments.yaml', native: false, texts: { ...none, injected: text } },
    ...{ notes: [], commands: [], tools: [] },
  });
  const command = { argv: [], line: 'envoy', exitCode: null, signal: null, ms: 0, stderr: '' };
  const of = { workload: 0, variant: 'lab', edited: false } as const;
  const run = { runId: 'r', pid: 1, adminAddress: '127.0.0.1:9982', command };
  reel.started(of, 'payments, lab', yaml, run, 0);
  for (let count = 0; now < HOUR_MS; count += 1) {
    now += POLL_MS;
    const look = looks[count % looks.length];
    if (look !== undefined) reel.run.poll(moved(look, count));
    if (count % 20 === 0)
      reel.run.wrote(`[2026-12-01 00:00:00.000][1][warning] gRPC config stream ${count}\n`);
    if (count % 1200 === 0) reel.run.dump({ text: `${dump}\n${count}`, secrets: [] });
  }
  return recorder.finish();
}
