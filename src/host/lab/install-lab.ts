import type { CommandRun } from '../../contract/types.ts';
import { namespaceState, needsNamespaces, readinessOf } from '../../domain/lab/install/cluster-words.ts';
import { writeKindsTable } from '../../domain/lab/install/kinds-table.ts';
import { countKinds } from '../../domain/lab/install/manifest-facts.ts';
import { type InstallGradeOptions, silenceOf } from '../../domain/lab/install/model.ts';
import { writeNamespaces } from '../../domain/lab/install/namespaces.ts';
import { INSTALL_PATHS } from '../../domain/lab/install/paths.ts';
import {
  writeAnalyzeNote,
  writeInjectionNote,
  writeReadiness,
  writeValidation,
} from '../../domain/lab/install/write.ts';
import type { LabFiles, LabReport } from '../../domain/lab/model.ts';
import type { ClusterChoice } from '../cluster/choose-kubeconfig.ts';
import { askCluster } from './ask-cluster.ts';
import {
  createInstallRuns,
  type InstallLabInput,
  type InstallLabParts,
  type InstallRuns,
} from './install-runs.ts';
import type { LabReader } from './lab-reader.ts';
import { type LabPlace, readLabFolder } from './read-folder.ts';
import type { LabRunRequest, MadeFile, StepWork } from './run-lab.ts';

/** What an export of the install lab gives to `runLab`. */
export type InstallLab = Pick<LabRunRequest, 'works' | 'grade' | 'commands' | 'subject'>;

/**
 * The install lab on a workload: every value from runs of istioctl, which are made when a file needs them. With a cluster it is
 * asked, and never changed; what it lacks, and what was not done without one, is said in the files.
 * @throws (its steps) FailureError of the input, the manifest and the injection (`Injector.inject`, `generateManifest`); `no-workload`,
 *   `no-sidecar`; of a kubeconfig that cannot be used
 */
export function createInstallLab(
  parts: InstallLabParts,
  lab: InstallLabInput,
  signal: AbortSignal,
  reader: LabReader,
): InstallLab {
  const runs = createInstallRuns(parts, lab, signal, reader);
  return {
    works: stepsOf(runs, lab, reader, signal),
    subject: {
      file: INSTALL_PATHS.injected,
      step: FIRST_WITH_WORKLOAD,
      title: async () => (await runs.injection()).workload,
    },
    commands: (): readonly CommandRun[] => runs.commands(),
    async grade(files) {
      const view = await runs.cluster();
      const options = { cluster: view, names: lab.names, ...workloadOf(lab.workload) };
      return reader.install(files, options, signal);
    },
  };
}

/** The steps before it are about the manifest and the cluster. */
const FIRST_WITH_WORKLOAD = 5;

function stepsOf(
  runs: InstallRuns,
  lab: InstallLabInput,
  reader: LabReader,
  signal: AbortSignal,
): readonly StepWork[] {
  const { names } = lab;
  const manifestOf = async (): Promise<string> => {
    const { name, text } = await runs.manifest();
    // One that cannot be counted is told by its name.
    await reader.crds(name, text, signal);
    return text;
  };
  const followed = async (path: string, text: () => Promise<string>): Promise<MadeFile> => {
    const view = await runs.cluster();
    return { ...kept(path, text), follows: view.kind === 'cluster' && silenceOf(view) === null };
  };
  const works: readonly (() => Promise<readonly MadeFile[]>)[] = [
    async () => {
      // A workload with which the lab cannot be done is told before anything is written.
      if (lab.steps?.some((number) => number >= FIRST_WITH_WORKLOAD) ?? true) {
        await manifestOf();
        await runs.injection();
      }
      return [
        await followed(INSTALL_PATHS.version, runs.version),
        await followed(INSTALL_PATHS.precheck, runs.precheck),
      ];
    },
    async () => {
      const text = await manifestOf();
      return [
        { path: INSTALL_PATHS.manifest, text },
        kept(INSTALL_PATHS.kinds, async () => writeKindsTable(countKinds(text))),
      ];
    },
    async () => [],
    async () => {
      const view = await runs.cluster();
      const note = await followed(INSTALL_PATHS.injectionNote, async () =>
        writeInjectionNote(names, namespaceState(names, view)),
      );
      if (!needsNamespaces(names, view)) return [note];
      return [kept(INSTALL_PATHS.namespaces, async () => writeNamespaces(names)), note];
    },
    async () => [{ path: INSTALL_PATHS.injected, text: (await runs.injection()).text }],
    async () => [
      await followed(INSTALL_PATHS.analyze, async () => (await runs.analysis()).text),
      kept(INSTALL_PATHS.analyzeNote, async () => writeAnalyzeNote()),
    ],
    async () => [kept(INSTALL_PATHS.sidecar, async () => (await runs.injection()).sidecar)],
    async () => [
      await followed(INSTALL_PATHS.readiness, () => readiness(runs, lab, reader, signal)),
      kept(INSTALL_PATHS.validate, async () => {
        const { output, exitCode } = await runs.validation();
        return writeValidation(output, exitCode);
      }),
    ],
  ];
  return works.map((make, index) => ({ number: index + 1, make }));
}

/** A file that stays as it is where the grader finds it right: other words, another layout are as good. */
function kept(path: string, text: () => Promise<string>): MadeFile {
  return { path, text, varies: true };
}

async function readiness(
  runs: InstallRuns,
  { names }: InstallLabInput,
  reader: LabReader,
  signal: AbortSignal,
): Promise<string> {
  const view = await runs.cluster();
  const { name, text } = await runs.manifest();
  const crds = await reader.crds(name, text, signal);
  const { errors } = await runs.analysis();
  return writeReadiness(readinessOf(names, view, crds, errors));
}

export type InstallCheckOptions = Omit<InstallGradeOptions, 'cluster'>;

/**
 * Says of a folder of the install lab, whoever made it, what is right; nothing is written.
 * @param doing hears what is waited for; `longBytes`, of how many bytes, where that takes more than a few seconds of this
 *   thread, in which nothing else can be told
 * @throws FailureError of `readLabFolder`; of a kubeconfig that cannot be used
 */
export async function checkInstallLab(
  place: LabPlace,
  choice: ClusterChoice,
  options: InstallCheckOptions,
  signal: AbortSignal,
  reader: LabReader,
  doing?: (what: string, longBytes?: number) => void,
): Promise<LabReport> {
  const files: LabFiles = await readLabFolder(place, signal);
  if (choice.kubeconfig !== null) doing?.('the answer of the cluster');
  const view = await askCluster(choice, signal);
  const bytes = sizeOf(files);
  doing?.('reading and comparing', bytes > LONG_BYTES ? bytes : undefined);
  return reader.install(files, { ...options, cluster: view }, signal);
}

/** Reading takes about a second and a half for each MB. */
const LONG_BYTES = 3_000_000;

function sizeOf(files: LabFiles): number {
  const texts = [...files.values()].map((file) => (file.kind === 'text' ? file.text.length : 0));
  return texts.reduce((sum, length) => sum + length, 0);
}

function workloadOf(workload: string | undefined): { readonly workload?: string } {
  return workload === undefined ? {} : { workload };
}
