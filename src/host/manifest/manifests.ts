import { randomUUID } from 'node:crypto';
import type { Outcome } from '../../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../../contract/limits.ts';
import type {
  ManifestComparison,
  ManifestObjectView,
  ManifestProgram,
  ObjectDifference,
  OpenManifest,
  ProgramAnswer,
} from '../../contract/manifest.ts';
import type { RequestInput } from '../../contract/requests.ts';
import type { FoundObjects, ObjectWish } from '../../domain/manifest/search.ts';
import { wishWords } from '../../domain/manifest/wish-words.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { type IstioctlOutput, runPrecheck, runVersion } from '../checks/checks.ts';
import { type ChooseInWindow, precheckedCluster, shownCluster } from '../cluster/choose-kubeconfig.ts';
import { cancelledFailure, toFailure, withFailures } from '../failures.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { createUnderWay } from '../under-way.ts';
import { generateManifest } from './generate.ts';
import { type ManifestReader, noSuchManifest, type ObjectPair } from './manifest-reader.ts';
import { findProfiles } from './profiles.ts';

export interface ManifestsOptions {
  readonly toolchain: Pick<Toolchain, 'find' | 'require'>;
  readonly reader: ManifestReader;
  /** Which cluster precheck may ask. */
  readonly cluster: ChooseInWindow;
}

/** Opens install manifests, holds them, and hands out what is looked at. */
export interface Manifests {
  open(input: RequestInput<'manifest:open'>): Promise<OpenManifest>;
  find(id: string, wish: ObjectWish): Promise<FoundObjects>;
  object(id: string, index: number): Promise<ManifestObjectView>;
  compare(before: string, after: string): Promise<ManifestComparison>;
  difference(pair: ObjectPair): Promise<ObjectDifference>;
  /** Which profiles this istioctl has; asked once for each. */
  profiles(): Promise<readonly string[]>;
  /**
   * `istioctl version` and `istioctl x precheck`, run anew; an error of theirs is a result, and so is that one of them did not end.
   * Whoever asked before is called off. Throws the failures of `chooseKubeconfig` and `readKubeconfig`, and `cancelled`.
   */
  program(kubeconfig: string | null): Promise<ManifestProgram>;
  cancelProgram(): void;
  /** Ends every opening and comparing that is under way; each fails with `cancelled`. */
  cancel(): void;
  close(): Promise<void>;
}

/** How many manifests are held; the one that was not used for longest goes first. */
const MAX_MANIFESTS = 8;
const CLOSE_LIMIT_MS = 5000;

export function createManifests({ toolchain, reader, cluster }: ManifestsOptions): Manifests {
  const held = new Set<string>();
  const underWay = createUnderWay();
  const asking = createUnderWay();
  const programs = createUnderWay();
  let profiles: { readonly of: string; readonly names: Promise<readonly string[]> } | null = null;

  function hold(id: string): void {
    held.delete(id);
    held.add(id);
    for (const oldest of held) {
      if (held.size <= MAX_MANIFESTS) break;
      held.delete(oldest);
      reader.forget(oldest);
    }
  }

  /** Counts as used now. */
  function use(...ids: readonly string[]): void {
    for (const id of ids) {
      if (!held.has(id)) throw noSuchManifest();
      hold(id);
    }
  }

  async function generate(wish: { readonly profile: string | null; readonly sets: readonly string[] }) {
    return underWay.run(async (signal): Promise<OpenManifest> => {
      const istioctl = await toolchain.require('istioctl');
      const { text, run, notes } = await generateManifest(istioctl, wish, signal);
      const id = randomUUID();
      const overview = await reader.read(id, { ...text, mayBeEmpty: true }, signal);
      hold(id);
      return {
        ...overview,
        id,
        words: wishWords(wish),
        from: 'istioctl',
        notes: [...notes, ...overview.notes],
        commands: [run],
      };
    });
  }

  async function readFile(file: { readonly name: string; readonly base64: string }) {
    return underWay.run(async (signal): Promise<OpenManifest> => {
      const name = file.name.split(/[\\/]/).at(-1) || 'manifest.yaml';
      const bytes = Buffer.from(file.base64, 'base64');
      const { text, notes } = withFailures(() => decodeInput(name, bytes, 'manifest', MAX_INPUT_BYTES));
      const id = randomUUID();
      const overview = await reader.read(id, { name, text, mayBeEmpty: false }, signal);
      hold(id);
      return {
        ...overview,
        id,
        words: name,
        from: 'file',
        notes: [...notes, ...overview.notes],
        commands: [],
      };
    });
  }

  return {
    open: ({ source }) => (source.kind === 'file' ? readFile(source.file) : generate(source)),
    async find(id, wish) {
      use(id);
      return reader.find(id, wish);
    },
    async object(id, index) {
      use(id);
      return reader.object(id, index);
    },
    async compare(before, after) {
      use(before, after);
      return underWay.run((signal) => reader.compare(before, after, signal));
    },
    async difference(pair) {
      use(pair.before, pair.after);
      return reader.difference(pair);
    },
    async profiles() {
      const { path, version } = await toolchain.find('istioctl');
      const of = `${path}\n${version}`;
      if (profiles === null || profiles.of !== of) {
        const names = asking.run((signal) => findProfiles(path, signal));
        profiles = { of, names };
        // Whoever asks next tries again.
        names.catch(() => {
          profiles = null;
        });
      }
      return profiles.names;
    },
    async program(kubeconfig) {
      programs.cancel();
      return programs.run(async (signal) => {
        const chosen = await cluster(kubeconfig);
        // What is wrong with the kubeconfig itself is no answer of istioctl.
        shownCluster(chosen);
        const context = { istioctl: await toolchain.require('istioctl'), signal };
        const [version, precheck] = await Promise.all([
          outcomeOf(runVersion(context, chosen.kubeconfig), signal),
          outcomeOf(runPrecheck(context, chosen.kubeconfig), signal),
        ]);
        return { version, precheck, cluster: precheckedCluster(chosen) };
      });
    },
    cancelProgram: () => programs.cancel(),
    cancel: underWay.cancel,
    async close() {
      underWay.cancel();
      asking.cancel();
      programs.cancel();
      await Promise.all([underWay, asking, programs].map((work) => work.settled(CLOSE_LIMIT_MS)));
      await reader.close();
    },
  };
}

async function outcomeOf(
  running: Promise<IstioctlOutput>,
  signal: AbortSignal,
): Promise<Outcome<ProgramAnswer>> {
  try {
    const { output, exitCode, command } = await running;
    return { ok: true, value: { output, exitCode, command } };
  } catch (error) {
    if (signal.aborted) throw cancelledFailure();
    return { ok: false, failure: toFailure(error) };
  }
}
