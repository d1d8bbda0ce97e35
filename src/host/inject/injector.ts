import { FailureError } from '../../contract/failure.ts';
import type { CommandRun, NamedText, Note } from '../../contract/types.ts';
import { DEFAULT_REVISION, kubeInjectArguments } from '../../domain/inject/arguments.ts';
import type { InjectionRole } from '../../domain/inject/injection-files.ts';
import type { InjectionSet } from '../../domain/inject/injection-set.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { separators } from '../../domain/yaml/split.ts';
import { withFailures } from '../failures.ts';
import type { RunResult } from '../process/run-program.ts';
import type { FoundProgram, Toolchain } from '../toolchain/toolchain.ts';
import { inputText } from './input-text.ts';
import { type IstioctlCall, readableRun, runIstioctl } from './istioctl.ts';
import { blameAnswer, refuseFlood, refuseSilence } from './istioctl-answer.ts';
import { manifestFiles } from './manifest-cache.ts';
import { createPrivateFolder, distinctName, type PrivateFolder } from './private-folder.ts';
import { inputReader, readMeanwhile } from './read-meanwhile.ts';
import type { TextWork } from './text-work.ts';
import { textWorkOnceLoaded } from './text-work-once-loaded.ts';

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
  /** Hears which program is run next, in words for people; null when none is. */
  readonly onStep?: (what: string | null) => void;
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
   * Throws `FailureError`: input and injection files that cannot be used are named, whatever istioctl makes of them; what
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

/** Read on this thread. */
const ownTextWork = (): TextWork =>
  textWorkOnceLoaded(async () => (await import('./text-work.ts')).createTextWork());

export function createInjector(options: InjectorOptions): Injector {
  const { toolchain, timeoutMs = 60_000, texts: work = ownTextWork() } = options;
  return {
    async inject(request) {
      const { signal, onStep } = request;
      const input = inputReader(work, request);
      const run = await input.before(async () => {
        const { text } = withFailures(() => inputText(request.name, request.bytes));
        const given = request.injection.length === 0 ? null : await readGiven(request.injection);
        onStep?.('istioctl version');
        const istioctl = await input.unlessRefused(toolchain.find('istioctl'));
        onStep?.('istioctl manifest generate (once per version)');
        const files = given ?? (await fromManifest(toolchain, istioctl, input.signal));
        onStep?.('istioctl kube-inject');
        const texts = distinctTexts({ ...files, original: { name: request.name, text } });
        const call = {
          istioctl: istioctl.path,
          timeoutMs: limitFor(request, timeoutMs),
          env: request.native ? NATIVE_ENVIRONMENT : {},
          signal: input.signal,
          inputBytes: request.bytes.length,
          ...readMeanwhile(work, input, texts, injectedName(texts), signal),
        };
        return { files, texts, ...(await kubeInject(call, texts, files.revision)) };
      });
      onStep?.(null);
      const { files, texts, result, command } = run;
      const { stdout, stderr, exitCode } = result;
      const ended = { exitCode, signal: result.signal };
      refuseFlood(result, request.name);
      // An error can come with a part of the output: it is never taken as a result.
      if (exitCode !== 0) {
        const written = separators(stdout);
        throw new FailureError(await work.explain({ ...texts, stderr, ...ended, written }, signal));
      }
      refuseSilence(result, request.name, command);
      const { original } = texts;
      const injected = { name: injectedName(texts), text: stdout };
      const seen = await work.review({ original, injected, stderr }, signal).catch((error: unknown) => {
        throw blameAnswer(error, { original, injected }, command);
      });
      return {
        injected,
        ...texts,
        notes: [...files.notes, ...run.notes, ...seen],
        commands: [...files.commands, command],
      };
    },
  };
}

function injectedName(texts: Texts): string {
  return distinctName('injected.yaml', new Set(Object.values(texts).map(({ name }) => name.toLowerCase())));
}

function limitFor({ bytes }: InjectRequest, timeoutMs: number): number {
  const megabytes = Math.ceil(bytes.length / 1024 / 1024);
  return timeoutMs + Math.max(0, megabytes - 1) * 20_000;
}

type Texts = Pick<InjectResult, 'original' | 'injectConfig' | 'meshConfig' | 'values'>;
type GivenFiles = InjectionSet & { readonly commands: readonly CommandRun[] };

async function readGiven(injection: readonly InjectionFile[]): Promise<GivenFiles> {
  // Loaded when it is needed: most injections are given none.
  const { resolveInjectionFiles } = await import('../../domain/inject/injection-set.ts');
  return withFailures(() => {
    const notes: Note[] = [];
    const texts = injection.map(({ name, bytes, role }) => {
      const decoded = decodeInput(name, bytes, 'injection');
      notes.push(...decoded.notes);
      return role === undefined ? { name, text: decoded.text } : { name, text: decoded.text, role };
    });
    const set = resolveInjectionFiles(texts);
    return { ...set, notes: [...notes, ...set.notes], commands: [] };
  });
}

async function fromManifest(
  { cacheDir }: Toolchain,
  { path, version }: FoundProgram,
  signal?: AbortSignal,
): Promise<GivenFiles> {
  const { run, ...files } = await manifestFiles(path, version, cacheDir, signal);
  return { ...files, revision: DEFAULT_REVISION, notes: [], commands: [run] };
}

/** The texts under names that differ from each other. */
function distinctTexts({ original, injectConfig, meshConfig, values }: Texts): Texts {
  const names = new Set<string>();
  const renamed = ({ name, text }: NamedText): NamedText => ({ name: distinctName(name, names), text });
  return {
    original: renamed(original),
    injectConfig: renamed(injectConfig),
    meshConfig: renamed(meshConfig),
    values: renamed(values),
  };
}

async function kubeInject(
  call: Omit<IstioctlCall, 'args' | 'folder'> & { readonly env: Readonly<Record<string, string>> },
  texts: Texts,
  revision: string,
): Promise<{ result: RunResult; command: CommandRun }> {
  const folder = await createPrivateFolder();
  try {
    const args = kubeInjectArguments(await writeAll(folder, texts), revision);
    const result = await runIstioctl({ ...call, args, folder });
    return { result, command: readableRun(result.run, folder, call.env) };
  } finally {
    await folder.dispose();
  }
}

async function writeAll(folder: PrivateFolder, texts: Texts) {
  const write = ({ name, text }: NamedText) => folder.write(name, text);
  const [input, injectConfig, meshConfig, values] = await Promise.all([
    write(texts.original),
    write(texts.injectConfig),
    write(texts.meshConfig),
    write(texts.values),
  ]);
  return { input, injectConfig, meshConfig, values };
}
