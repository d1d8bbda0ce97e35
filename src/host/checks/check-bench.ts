import type { CheckAnswer, PrecheckAnswer } from '../../contract/checks.ts';
import type { NamedText } from '../../contract/types.ts';
import { type ClusterChoice, precheckedCluster } from '../cluster/choose-kubeconfig.ts';
import type { TextWork } from '../inject/text-work.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { createUnderWay } from '../under-way.ts';
import { type CheckContext, type CheckRun, runAnalyze, runPrecheck, runValidate } from './checks.ts';

/** The static checks, as a window asks for them. Throws what `runAnalyze` throws, and the failures of the toolchain. */
export interface CheckBench {
  /** `analyze` and `validate` of one text, away from any cluster. */
  run(text: NamedText): Promise<readonly CheckAnswer[]>;
  /** `precheck` of the chosen cluster; without one its own error. */
  precheck(): Promise<PrecheckAnswer>;
  /** Ends every check that is under way; each fails with `cancelled`. */
  cancel(): void;
  close(): Promise<void>;
}

export interface CheckBenchOptions {
  readonly toolchain: Pick<Toolchain, 'require'>;
  /** Who looks up the lines of findings. */
  readonly texts: TextWork;
  readonly cluster: () => Promise<ClusterChoice>;
}

const CLOSE_LIMIT_MS = 5000;

export function createCheckBench({ toolchain, texts, cluster }: CheckBenchOptions): CheckBench {
  const underWay = createUnderWay();
  const context = async (signal: AbortSignal): Promise<CheckContext> => ({
    istioctl: await toolchain.require('istioctl'),
    signal,
    texts,
  });
  return {
    run: (text) =>
      underWay.run(async (signal) => {
        const own = await context(signal);
        const analyzed = await runAnalyze(own, { files: [text], kubeconfig: null, namespace: null });
        return [answerOf(analyzed), answerOf(await runValidate(own, text))];
      }),
    precheck: () =>
      underWay.run(async (signal) => {
        const chosen = await cluster();
        const answer = answerOf(await runPrecheck(await context(signal), chosen.kubeconfig));
        return { answer, cluster: precheckedCluster(chosen) };
      }),
    cancel: underWay.cancel,
    async close() {
      underWay.cancel();
      await underWay.settled(CLOSE_LIMIT_MS);
    },
  };
}

function answerOf({ check, command, exitCode, output, findings, coverage }: CheckRun): CheckAnswer {
  return { check, command, exitCode, output, findings, coverage };
}
