import { readYaml } from '../../yaml/document.ts';
import type { ReadText } from '../../yaml/shelf.ts';
import type { LabFiles, LabReport, LabStepPlan, LabStepReport } from '../model.ts';
import { LABS } from '../model.ts';
import { type InstallFolder, isPod, readInstallFolder } from './folder.ts';
import { judgeCrds, judgeManifest, judgeVersion } from './grade-install.ts';
import { judgeAnalysis, judgeNamespaces } from './grade-notes.ts';
import { judgeInjected, judgeSidecar } from './grade-pod.ts';
import { judgeReadiness } from './grade-readiness.ts';
import { judgeStep, type StepJudge } from './judge.ts';
import type { InstallGradeOptions } from './model.ts';

type Judge = (judge: StepJudge, folder: InstallFolder) => void;

/** By the ids of `LABS.install`. */
const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['version', judgeVersion],
  ['manifest', judgeManifest],
  ['crds', judgeCrds],
  ['namespaces', judgeNamespaces],
  ['inject', judgeInjected],
  ['analyze', judgeAnalysis],
  ['sidecar', judgeSidecar],
  ['readiness', judgeReadiness],
]);

/**
 * Says step by step whether a folder of the install lab is as the lab asks, whoever made it. Every value is counted or read
 * again: out of the folder's own manifest.yaml and injected.yaml, and out of the cluster where one was asked, else
 * namespaces.yaml. What could not be looked at is said. `read` may be a shelf that knows the texts already.
 */
export function gradeInstallLab(
  files: LabFiles,
  options: InstallGradeOptions,
  read: ReadText = readYaml,
): LabReport {
  const folder = readInstallFolder(files, options, read);
  const steps = LABS.install.map((plan) => reportOf(plan, files, folder));
  return {
    lab: 'install',
    passed: steps.every(({ state }) => state === 'pass'),
    workload: isPod(folder.pod) ? folder.pod.title : null,
    steps,
  };
}

function reportOf(plan: LabStepPlan, files: LabFiles, folder: InstallFolder): LabStepReport {
  const judge = judgeStep(plan, files);
  const work = JUDGES.get(plan.id);
  if (work === undefined) throw new Error(`Step ${plan.id} of the install lab has no judge.`);
  work(judge, folder);
  return judge.report();
}
