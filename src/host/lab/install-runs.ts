import type { CommandRun, NamedText } from '../../contract/types.ts';
import { istioctlError } from '../../domain/inject/istioctl-error.ts';
import { readAnalysis } from '../../domain/lab/install/analysis.ts';
import {
  type ClusterView,
  type InstallNames,
  type NoCluster,
  silenceOf,
} from '../../domain/lab/install/model.ts';
import { writeNamespaces } from '../../domain/lab/install/namespaces.ts';
import { INSTALL_PATHS } from '../../domain/lab/install/paths.ts';
import {
  analyzeHead,
  NOT_ASKED,
  wholeLines,
  writeOutput,
  writeVersion,
} from '../../domain/lab/install/write.ts';
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
import type { Injector, InjectRequest } from '../inject/injector.ts';
import type { TextWork } from '../inject/text-work.ts';
import { lazy } from '../lazy.ts';
import { generateManifest } from '../manifest/generate.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { askCluster } from './ask-cluster.ts';
import type { InjectedSidecar } from './injected-sidecar.ts';
import type { LabReader } from './lab-reader.ts';

/** The rooms that an install lab needs. */
export interface InstallLabParts {
  readonly toolchain: Toolchain;
  readonly injector: Injector;
  /** Who looks up lines of findings; by default this thread. */
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
  /** Only these are done; all without it. */
  readonly steps?: readonly number[];
}

/** The runs of the real programs behind an install lab: each is made when it is first needed, and once. */
export interface InstallRuns {
  version(): Promise<string>;
  precheck(): Promise<string>;
  manifest(): Promise<NamedText>;
  /** `sidecar`: `out/sidecar.json` of it. */
  injection(): Promise<InjectedSidecar & { readonly text: string }>;
  analysis(): Promise<{ readonly text: string; readonly errors: number }>;
  validation(): Promise<IstioctlOutput>;
  cluster(): Promise<ClusterView | NoCluster>;
  /** Those that were made so far, in the order of the lab. */
  commands(): readonly CommandRun[];
}

/** The runs in the order of the lab, whichever was needed first. */
const ORDER = ['version', 'precheck', 'manifest', 'injection', 'analysis', 'validation'] as const;
type Order = (typeof ORDER)[number];

export function createInstallRuns(
  parts: InstallLabParts,
  lab: InstallLabInput,
  signal: AbortSignal,
  reader: Pick<LabReader, 'sidecar'>,
): InstallRuns {
  const { kubeconfig } = lab.cluster;
  const commands = new Map<Order, readonly CommandRun[]>();
  const add = (order: Order, ...more: readonly CommandRun[]): void =>
    void commands.set(order, [...(commands.get(order) ?? []), ...more]);
  const told = <T extends { readonly command: CommandRun }>(order: Order, ran: T): T => {
    add(order, ran.command);
    return ran;
  };
  const { get: context } = lazy(async (): Promise<CheckContext> => {
    const istioctl = await parts.toolchain.require('istioctl');
    return { istioctl, signal, ...(parts.texts === undefined ? {} : { texts: parts.texts }) };
  });
  const { get: cluster } = lazy(() => askCluster(lab.cluster, signal));
  const { get: manifest } = lazy(async () => {
    if ('bytes' in lab.manifest) return givenManifest(lab.manifest);
    const { text, run } = await generateManifest((await context()).istioctl, lab.manifest, signal);
    add('manifest', run);
    return { name: INSTALL_PATHS.manifest, text: wholeLines(text.text) };
  });
  const { get: injection } = lazy(async () => {
    const result = await parts.injector.inject(injectRequest(lab, await manifest(), signal));
    add('injection', ...result.commands);
    const text = wholeLines(result.injected.text);
    const { input, workload } = lab;
    const ask = { text, notes: result.notes, input: input.name };
    const seen = await reader.sidecar(workload === undefined ? ask : { ...ask, workload }, signal);
    return { text, ...seen };
  });
  const { get: analysis } = lazy(async () => {
    const text = await analyze(lab, { context, cluster, manifest, injection, told });
    return { text, errors: readAnalysis(text).errors };
  });
  return {
    async version() {
      const silence = unanswered(await cluster());
      // It would wait for ever for one that does not answer.
      const asked = silence === null ? kubeconfig : null;
      const said = outputOf(told('version', await runVersion(await context(), asked)), 'istioctl version');
      return writeVersion(said, silence);
    },
    async precheck() {
      return outputOf(
        told('precheck', await runPrecheck(await context(), kubeconfig)),
        'istioctl x precheck',
      );
    },
    manifest,
    injection,
    analysis,
    async validation() {
      const { text } = await injection();
      return told('validation', await runValidate(await context(), { name: INSTALL_PATHS.injected, text }));
    },
    cluster,
    commands: () => ORDER.flatMap((one) => commands.get(one) ?? []),
  };
}

function injectRequest(
  { input, native }: InstallLabInput,
  { name, text }: NamedText,
  signal: AbortSignal,
): InjectRequest {
  return { ...input, injection: [{ name, bytes: new TextEncoder().encode(text) }], native, signal };
}

/** What an analysis needs of the other runs. */
interface AnalysisNeeds extends Pick<InstallRuns, 'cluster' | 'manifest' | 'injection'> {
  context(): Promise<CheckContext>;
  told<T extends { readonly command: CommandRun }>(order: Order, ran: T): T;
}

/** What `istioctl analyze` says of the cluster; where there is none, or no such namespace in it, what it says of the files. */
async function analyze(lab: InstallLabInput, needs: AnalysisNeeds): Promise<string> {
  const { kubeconfig } = lab.cluster;
  const { namespace } = lab.names;
  const silence = unanswered(await needs.cluster());
  if (silence !== null) return analyzeFiles(lab, needs, `was not run: ${silence}`);
  const { output } = needs.told(
    'analysis',
    await runAnalyze(await needs.context(), { files: [], kubeconfig, namespace }),
  );
  // It ends with 0 for a namespace that is not there, too.
  if (readAnalysis(output).analyzed) return wholeLines(output);
  return analyzeFiles(
    lab,
    needs,
    `gave no result: ${istioctlError(output).slice(0, 300) || 'it printed nothing'}`,
  );
}

async function analyzeFiles(lab: InstallLabInput, needs: AnalysisNeeds, why: string): Promise<string> {
  const files = [
    { name: INSTALL_PATHS.namespaces, text: writeNamespaces(lab.names) },
    { name: INSTALL_PATHS.manifest, text: (await needs.manifest()).text },
    { name: INSTALL_PATHS.injected, text: (await needs.injection()).text },
  ];
  const { namespace } = lab.names;
  const ran = needs.told(
    'analysis',
    await runAnalyze(await needs.context(), { files, kubeconfig: null, namespace }),
  );
  return analyzeHead(lab.names, why, wordsOf(ran.command)) + wholeLines(ran.output);
}

/** Why no cluster says anything: none was asked, or it did not answer. A clause; null where one does. */
function unanswered(view: ClusterView | NoCluster): string | null {
  return view.kind === 'none' ? `${NOT_ASKED} (${view.why})` : silenceOf(view);
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
