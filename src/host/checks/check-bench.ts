import type { CheckAnswer, PrecheckAnswer } from '../../contract/checks.ts';
import type { NamedText } from '../../contract/types.ts';
import { type ChooseInWindow, precheckedCluster } from '../cluster/choose-kubeconfig.ts';
import type { TextWork } from '../inject/text-work.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { createUnderWay } from '../under-way.ts';
import { type CheckContext, type CheckRun, runAnalyze, runPrecheck, runValidate } from './checks.ts';

/** The static checks, as a window asks for them. Throws what `runAnalyze` throws, and the failures of the toolchain. */
export interface CheckBench {
  /** `analyze` and `validate` of one text; analyze lays it over the chosen cluster, where there is one. */
  run(text: NamedText, kubeconfig: string | null): Promise<readonly CheckAnswer[]>;
  /** `precheck` of the chosen cluster; without one its own error. */
  precheck(kubeconfig: string | null): Promise<PrecheckAnswer>;
  /** Ends every check that is under way; each fails with `cancelled`. */
  cancel(): void;
  close(): Promise<void>;
}

export interface CheckBenchOptions {
  readonly toolchain: Pick<Toolchain, 'require'>;
  /** Who looks up the lines of findings. */
  readonly texts: TextWork;
  readonly cluster: ChooseInWindow;
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
    run: (text, named) =>
      underWay.run(async (signal) => {
        const { kubeconfig, words } = await cluster(named);
        const own = await context(signal);
        const analyzed = await runAnalyze(own, { files: [text], kubeconfig, namespace: null });
        const over = kubeconfig === null ? null : words;
        return [{ ...answerOf(analyzed), cluster: over }, answerOf(await runValidate(own, text))];
      }),
    precheck: (named) =>
      underWay.run(async (signal) => {
        const chosen = await cluster(named);
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
  return { check, command, exitCode, output, findings, coverage, cluster: null };
}
