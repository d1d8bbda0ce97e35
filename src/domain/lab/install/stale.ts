import type { InstallFolder } from './folder.ts';
import type { StepJudge } from './judge.ts';
import { NOT_ANSWERED } from './model.ts';
import { NOT_ASKED } from './write.ts';

/** An export without a cluster, or with one that did not answer, says so in its files: with one they are to be made again. */
export function refuseStale(judge: StepJudge, path: string, text: string, { cluster }: InstallFolder): void {
  if (cluster === null) return;
  if (text.toLowerCase().includes(NOT_ASKED))
    judge.fail(path, `It says that ${NOT_ASKED}, and now ${cluster} is.`);
  else if (text.includes(NOT_ANSWERED))
    judge.fail(path, `It says that a cluster ${NOT_ANSWERED}, and now ${cluster} gives one.`);
}
