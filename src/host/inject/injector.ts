import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { CommandRun, NamedText, Note } from '../../contract/types.ts';
import { kubeInjectArguments } from '../../domain/inject/arguments.ts';
import type { InjectionRole } from '../../domain/inject/injection-files.ts';
import { type InjectionSet, resolveInjectionFiles } from '../../domain/inject/injection-set.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { withFailures } from '../failures.ts';
import type { RunResult } from '../process/run-program.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { readableRun, runIstioctl } from './istioctl.ts';
import { manifestFiles } from './manifest-cache.ts';
import { createPrivateFolder, distinctName, type PrivateFolder } from './private-folder.ts';
import { createTextWork, type TextWork } from './text-work.ts';

export interface InjectionFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the person gave it as; without it the content decides. */
  readonly role?: InjectionRole;
}

export interface InjectRequest {
  /** The name of the input, as people know it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Injection files of the person's, in any order; none: what `manifest generate` of this istioctl prints. */
  readonly injection: readonly InjectionFile[];
  /** Native sidecars wherever the workload does not say otherwise. */
  readonly native: boolean;
  readonly signal?: AbortSignal;
}

/** Texts as istioctl got and gave them. Their names differ from each other: notes and ranges name them. */
export interface InjectResult {
  readonly original: NamedText;
  readonly injected: NamedText;
  readonly injectConfig: NamedText;
  readonly meshConfig: NamedText;
  readonly values: NamedText;
  readonly notes: readonly Note[];
  /** In the order in which they ran; a kept `manifest generate` is named as it was run once. */
  readonly commands: readonly CommandRun[];
}

export interface Injector {
  /**
   * Injects with the real istioctl, away from any cluster; reads and writes no file of the person's.
   * Throws `FailureError`: input and injection files that cannot be used are named before istioctl runs; what
   * istioctl refuses is explained (`explainInjectFailure`); `no-documents`, `istioctl-timeout`, `cancelled`, and
   * those of the toolchain.
   */
  inject(request: InjectRequest): Promise<InjectResult>;
}

export interface InjectorOptions {
  readonly toolchain: Toolchain;
  /** For one MB of input and less; larger ones get 20 s more for every MB. Default 60 s. */
  readonly timeoutMs?: number;
  /** Who reads and compares the texts; by default this thread. */
  readonly texts?: TextWork;
}

const NATIVE_ENVIRONMENT = { ENABLE_NATIVE_SIDECARS: 'true' };

export function createInjector(options: InjectorOptions): Injector {
  const { toolchain, timeoutMs = 60_000, texts: work = createTextWork() } = options;
  return {
    async inject(request) {
      const { signal } = request;
      const prepared = await work.prepare({ name: request.name, bytes: request.bytes }, signal);
      if (prepared.documents === 0) throw noDocuments(request.name);
      const given = request.injection.length === 0 ? null : withFailures(() => readGiven(request.injection));
      const istioctl = await toolchain.require('istioctl');
      const files = given ?? (await fromManifest(toolchain, istioctl, signal));
      const names = new Set<string>();
      const original = { name: distinctName(request.name, names), text: prepared.text };
      const texts = {
        injectConfig: renamed(files.injectConfig, names),
        meshConfig: renamed(files.meshConfig, names),
        values: renamed(files.values, names),
      };
      const megabytes = Math.ceil(request.bytes.length / 1024 / 1024);
      const limit = timeoutMs + Math.max(0, megabytes - 1) * 20_000;
      const { injectConfig, meshConfig, values } = texts;
      const readAhead = (): void => {
        work.ahead({ texts: [injectConfig, meshConfig, values] }, signal).catch(() => undefined);
      };
      const injectedName = distinctName('injected.yaml', names);
      const onStdout = (piece: string): void => {
        work.grow({ name: injectedName, piece }, signal).catch(() => undefined);
      };
      const call = { request, istioctl, timeoutMs: limit, onStart: readAhead, onStdout };
      const { result, command } = await kubeInject(call, { ...texts, original });
      const { stdout, stderr, exitCode } = result;
      // An error can come with a part of the output: it is never taken as a result.
      if (exitCode !== 0)
        throw new FailureError(await work.explain({ original, ...texts, stderr, exitCode }, signal));
      refuseUnusable(result, request.name);
      const injected = { name: injectedName, text: stdout };
      const seen = await work.review({ original, injected, stderr }, signal);
      return {
        original,
        injected,
        ...texts,
        notes: [...files.notes, ...prepared.notes, ...seen],
        commands: [...files.commands, command],
      };
    },
  };
}

type Texts = Pick<InjectResult, 'injectConfig' | 'meshConfig' | 'values'>;
type GivenFiles = InjectionSet & { readonly commands: readonly CommandRun[] };

function readGiven(injection: readonly InjectionFile[]): GivenFiles {
  const notes: Note[] = [];
  const texts = injection.map(({ name, bytes, role }) => {
    const decoded = decodeInput(name, bytes);
    notes.push(...decoded.notes);
    return role === undefined ? { name, text: decoded.text } : { name, text: decoded.text, role };
  });
  const set = resolveInjectionFiles(texts);
  return { ...set, notes: [...notes, ...set.notes], commands: [] };
}

async function fromManifest(
  toolchain: Toolchain,
  istioctl: string,
  signal?: AbortSignal,
): Promise<GivenFiles> {
  const info = (await toolchain.list()).find(({ program }) => program === 'istioctl');
  const { run, ...files } = await manifestFiles(
    istioctl,
    info?.version ?? 'unknown',
    toolchain.cacheDir,
    signal,
  );
  return { ...files, notes: [], commands: [run] };
}

function renamed(text: NamedText, taken: Set<string>): NamedText {
  return { name: distinctName(text.name, taken), text: text.text };
}

interface KubeInjectCall {
  readonly request: InjectRequest;
  readonly istioctl: string;
  readonly timeoutMs: number;
  /** Called when istioctl runs. */
  readonly onStart: () => void;
  /** Hears the injected text as istioctl writes it, document by document. */
  readonly onStdout: (piece: string) => void;
}

async function kubeInject(
  { request, ...started }: KubeInjectCall,
  texts: Texts & { readonly original: NamedText },
): Promise<{ result: RunResult; command: CommandRun }> {
  const folder = await createPrivateFolder();
  try {
    const args = kubeInjectArguments(await writeAll(folder, texts));
    const env = request.native ? NATIVE_ENVIRONMENT : {};
    const call = { ...started, args, folder, env };
    const { signal } = request;
    const result = await runIstioctl(signal === undefined ? call : { ...call, signal });
    return { result, command: readableRun(result.run, folder, env) };
  } finally {
    await folder.dispose();
  }
}

async function writeAll(folder: PrivateFolder, texts: Texts & { readonly original: NamedText }) {
  const write = ({ name, text }: NamedText) => folder.write(name, text);
  return {
    input: await write(texts.original),
    injectConfig: await write(texts.injectConfig),
    meshConfig: await write(texts.meshConfig),
    values: await write(texts.values),
  };
}

/** An exit code of 0 with output that is cut off, or none, is no result either. */
function refuseUnusable(result: RunResult, name: string): void {
  if (result.truncated)
    throw inputFailure(
      'output-too-large',
      `What istioctl made of ${name} is larger than this app reads.`,
      'Split the file.',
    );
  if (result.stdout.trim() === '') throw noDocuments(name);
}

function noDocuments(name: string) {
  return inputFailure(
    'no-documents',
    `${name} holds no documents: nothing but blank lines and comments.`,
    'Open a file with a workload (Deployment, Pod …).',
  );
}
