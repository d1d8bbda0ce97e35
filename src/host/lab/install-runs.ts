import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun, NamedText, Note } from '../../contract/types.ts';
import { readAnalysis } from '../../domain/lab/install/analysis.ts';
import {
  choosePod,
  type InjectedPod,
  isInjectedPod,
  readInjectedPods,
} from '../../domain/lab/install/injected-pod.ts';
import type { InstallNames } from '../../domain/lab/install/model.ts';
import { writeNamespaces } from '../../domain/lab/install/namespaces.ts';
import { INSTALL_PATHS } from '../../domain/lab/install/paths.ts';
import { analyzeHead, NOT_ASKED, wholeLines, writeOutput } from '../../domain/lab/install/write.ts';
import type { ManifestWish } from '../../domain/manifest/generate.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import {
  type CheckContext,
  type IstioctlOutput,
  runAnalyze,
  runPrecheck,
  runValidate,
  runVersion,
} from '../checks/checks.ts';
import type { ClusterChoice } from '../cluster/choose-kubeconfig.ts';
import { withFailures } from '../failures.ts';
import type { GivenFile } from '../host-parts.ts';
import type { Injector } from '../inject/injector.ts';
import type { TextWork } from '../inject/text-work.ts';
import { generateManifest } from '../manifest/generate.ts';
import { firstLine } from '../process/command-line.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { type AskedCluster, askCluster } from './ask-cluster.ts';

/** The rooms that an install lab needs. */
export interface InstallLabParts {
  readonly toolchain: Toolchain;
  readonly injector: Injector;
  /** Who looks up lines of findings, which takes little; by default this thread, at once. It must not wait for private folders to be gone. */
  readonly texts?: TextWork;
}

export interface InstallLabInput {
  /** Workloads that kube-inject takes. */
  readonly input: GivenFile;
  /** A manifest of the person's, or what is to be generated. */
  readonly manifest: GivenFile | ManifestWish;
  readonly native: boolean;
  readonly cluster: ClusterChoice;
  readonly names: InstallNames;
  /** Name, or number counted from 1, of the workload that the lab is about; without it the first that is injected. */
  readonly workload?: string;
}

/** The runs of the real programs behind an install lab: each is made when it is first needed, and once. */
export interface InstallRuns {
  version(): Promise<string>;
  precheck(): Promise<string>;
  manifest(): Promise<NamedText>;
  injection(): Promise<{ readonly text: string; readonly pod: InjectedPod }>;
  analysis(): Promise<{ readonly text: string; readonly errors: number }>;
  validation(): Promise<IstioctlOutput>;
  /** @throws what kept a cluster that was chosen from saying anything */
  cluster(): Promise<AskedCluster>;
  /** Those that were made so far, in order. */
  commands(): readonly CommandRun[];
}

export function createInstallRuns(
  parts: InstallLabParts,
  lab: InstallLabInput,
  signal: AbortSignal,
): InstallRuns {
  const { kubeconfig } = lab.cluster;
  const commands: CommandRun[] = [];
  const told = <T extends { readonly command: CommandRun }>(ran: T): T => {
    commands.push(ran.command);
    return ran;
  };
  const context = once(async (): Promise<CheckContext> => {
    const istioctl = await parts.toolchain.require('istioctl');
    return { istioctl, signal, ...(parts.texts === undefined ? {} : { texts: parts.texts }) };
  });
  const cluster = once(() => askReachable(lab.cluster, signal));
  const manifest = once(async () => {
    if ('bytes' in lab.manifest) return givenManifest(lab.manifest);
    const { text, run } = await generateManifest((await context()).istioctl, lab.manifest, signal);
    commands.push(run);
    return { name: INSTALL_PATHS.manifest, text: wholeLines(text.text) };
  });
  const injection = once(async () => {
    const { name, text } = await manifest();
    const result = await parts.injector.inject({
      ...lab.input,
      injection: [{ name, bytes: new TextEncoder().encode(text) }],
      native: lab.native,
      signal,
    });
    commands.push(...result.commands);
    const injected = wholeLines(result.injected.text);
    return { text: injected, pod: podOf(injected, result.notes, lab) };
  });
  const namespaces = { name: INSTALL_PATHS.namespaces, text: writeNamespaces(lab.names) };
  /** What can be analyzed without a cluster; `why` none was. */
  const inFiles = async (why: string) => {
    const given = await manifest();
    const injected = (await injection()).text;
    const files = [
      namespaces,
      { ...given, name: INSTALL_PATHS.manifest },
      { name: INSTALL_PATHS.injected, text: injected },
    ];
    const { namespace } = lab.names;
    const ran = told(await runAnalyze(await context(), { files, kubeconfig: null, namespace }));
    return analyzeHead(lab.names, why, wordsOf(ran.command)) + wholeLines(ran.output);
  };
  const inCluster = async (): Promise<string> => {
    const { namespace } = lab.names;
    const ran = told(await runAnalyze(await context(), { files: [], kubeconfig, namespace }));
    // It ends with 0 for a namespace that is not there, too.
    if (readAnalysis(ran.output).analyzed) return wholeLines(ran.output);
    return inFiles(`gave no result: ${firstLine(ran.output).replace(/\.$/, '')}`);
  };
  const analysis = once(async () => {
    const { view } = await cluster();
    const text =
      view.kind === 'none' ? await inFiles(`was not run: ${NOT_ASKED} (${view.why})`) : await inCluster();
    return { text, errors: readAnalysis(text).errors };
  });
  return {
    version: once(async () => {
      await cluster();
      return outputOf(told(await runVersion(await context(), kubeconfig)), 'istioctl version');
    }),
    precheck: once(async () => {
      await cluster();
      return outputOf(told(await runPrecheck(await context(), kubeconfig)), 'istioctl x precheck');
    }),
    manifest,
    injection,
    analysis,
    validation: once(async () => {
      const { text } = await injection();
      return told(await runValidate(await context(), { name: INSTALL_PATHS.injected, text }));
    }),
    cluster,
    commands: () => commands,
  };
}

/** Does a piece of work when it is first asked for; whoever asks later gets the same answer, a failure too. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}

/** istioctl waits a minute for a cluster that is not there: one that says nothing at all is refused before. */
async function askReachable(choice: ClusterChoice, signal: AbortSignal): Promise<AskedCluster> {
  const asked = await askCluster(choice, signal);
  const { view, failure } = asked;
  const silent = view.kind === 'cluster' && view.crds.kind === 'unseen' && view.namespaces.kind === 'unseen';
  if (silent && failure !== null) throw failure;
  return asked;
}

function givenManifest({ name, bytes }: GivenFile): NamedText {
  const { text } = withFailures(() => decodeInput(name, bytes, 'manifest'));
  return { name, text: wholeLines(text) };
}

function outputOf({ output, exitCode }: IstioctlOutput, program: string): string {
  return writeOutput(program, output, exitCode);
}

/** A command without the folder of its program, which is this machine's. */
function wordsOf({ argv }: CommandRun): string {
  return ['istioctl', ...argv.slice(1)].join(' ');
}

function podOf(injected: string, notes: readonly Note[], { input, workload }: InstallLabInput): InjectedPod {
  const read = readInjectedPods(INSTALL_PATHS.injected, injected);
  if (read.kind === 'fault')
    throw inputFailure(
      'no-workload',
      `${input.name} holds no workload that kube-inject handles.`,
      'Give a file with a Deployment, a StatefulSet or another workload.',
    );
  const pod = choosePod(read.pods, workload, null);
  if (pod === null)
    throw inputFailure(
      'no-workload',
      `There is no workload ${workload ?? ''} in ${input.name}.`,
      `There are: ${read.pods.map(({ title }, index) => `${index + 1} ${title}`).join(', ')}.`,
    );
  if (isInjectedPod(pod)) return pod;
  const index = read.pods.indexOf(pod);
  const reason = notes.find((note) => note.workload === index && note.message.includes('was not injected'));
  throw inputFailure(
    'no-sidecar',
    reason?.message ?? `${pod.title} was not injected, so there is no sidecar to take apart.`,
    'Choose an injected workload with --workload, or have this one injected.',
  );
}
