import type { EnvoyEnded, EnvoyRun, EnvoySnapshot } from '../../../src/contract/types.ts';
import { createEnvoyBench, type EnvoyBench } from '../../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../../src/host/toolchain/toolchain.ts';

const toolchain = createToolchain();
/** A bench on the Envoy of this machine: these tests fail where there is none. */
export const newBench = (): EnvoyBench => createEnvoyBench({ toolchain });

export interface FollowedRun {
  readonly run: EnvoyRun;
  readonly snapshots: readonly EnvoySnapshot[];
  readonly ended: Promise<EnvoyEnded>;
  /** The first snapshot, seen or to come, that is as wanted; rejects after ten seconds with the newest one. */
  until(wanted: (snapshot: EnvoySnapshot) => boolean): Promise<EnvoySnapshot>;
}

export async function followRun(bench: EnvoyBench, yaml: string): Promise<FollowedRun> {
  const snapshots: EnvoySnapshot[] = [];
  const waiting = new Set<(snapshot: EnvoySnapshot) => void>();
  let end: (ended: EnvoyEnded) => void = () => undefined;
  const ended = new Promise<EnvoyEnded>((resolve) => {
    end = resolve;
  });
  const run = await bench.start(yaml, {
    snapshot: (snapshot) => {
      snapshots.push(snapshot);
      for (const hear of waiting) hear(snapshot);
    },
    ended: end,
  });
  return {
    run,
    snapshots,
    ended,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const seen = snapshots.find(wanted);
        if (seen !== undefined) return resolve(seen);
        const timer = setTimeout(
          () => reject(new Error(`not seen; newest: ${JSON.stringify(snapshots.at(-1), null, 1)}`)),
          10_000,
        );
        const hear = (snapshot: EnvoySnapshot): void => {
          if (!wanted(snapshot)) return;
          clearTimeout(timer);
          waiting.delete(hear);
          resolve(snapshot);
        };
        waiting.add(hear);
      }),
  };
}

/** Step id → state and evidence, to compare. */
export function step(snapshot: EnvoySnapshot, id: string): string {
  const found = snapshot.steps.find((one) => one.id === id);
  return found === undefined ? 'no such step' : `${found.state}: ${found.evidence}`;
}
