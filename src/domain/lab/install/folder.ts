import type { ReadText } from '../../yaml/shelf.ts';
import type { LabFiles } from '../model.ts';
import { choosePod, type InjectedPod, readInjectedPods } from './injected-pod.ts';
import { type ManifestFacts, readManifestFacts } from './manifest-facts.ts';
import {
  type CrdView,
  type InstallGradeOptions,
  type InstallNames,
  type NamespaceView,
  silenceOf,
} from './model.ts';
import { namesOfLab } from './namespaces.ts';
import { INSTALL_PATHS } from './paths.ts';
import { crdsOf, namespacesOf, type Source } from './sources.ts';

/** Why there is no workload to judge by; without a message: injected.yaml itself is not there. */
export interface PodFault {
  readonly message: string | null;
  readonly line: number | null;
}

/** A folder of the install lab, read once for all steps. */
export interface InstallFolder {
  /** The cluster that is asked, in words; null: none is, or it said nothing. */
  readonly cluster: string | null;
  readonly names: InstallNames;
  /** null: there is no manifest.yaml that can be read as text. */
  readonly manifest: ManifestFacts | null;
  readonly crds: Source<CrdView>;
  readonly namespaces: Source<NamespaceView>;
  readonly pod: InjectedPod | PodFault;
}

export function isPod(pod: InjectedPod | PodFault): pod is InjectedPod {
  return 'place' in pod;
}

export function readInstallFolder(
  files: LabFiles,
  options: InstallGradeOptions,
  read: ReadText,
): InstallFolder {
  const text = (path: string): string | null => {
    const file = files.get(path);
    return file?.kind === 'text' ? file.text : null;
  };
  const whyNot = (path: string): string => {
    const file = files.get(path);
    // What could not be read is not told as absent.
    return file?.kind === 'unreadable' ? file.why.replace(/\.$/, '') : `there is no ${path}`;
  };
  const manifestText = text(INSTALL_PATHS.manifest);
  const manifest =
    manifestText === null ? null : readManifestFacts(INSTALL_PATHS.manifest, manifestText, read);
  return {
    cluster:
      options.cluster.kind === 'cluster' && silenceOf(options.cluster) === null ? options.cluster.name : null,
    names: namesOfLab(text(INSTALL_PATHS.injectionNote), options.names),
    manifest,
    crds: crdsOf(manifest, options.cluster, whyNot(INSTALL_PATHS.manifest)),
    namespaces: namespacesOf(
      text(INSTALL_PATHS.namespaces),
      options.cluster,
      whyNot(INSTALL_PATHS.namespaces),
    ),
    pod: podOf(text(INSTALL_PATHS.injected), text(INSTALL_PATHS.sidecar), options),
  };
}

function podOf(
  injected: string | null,
  sidecar: string | null,
  wish: InstallGradeOptions,
): InjectedPod | PodFault {
  if (injected === null) return { message: null, line: null };
  const read = readInjectedPods(INSTALL_PATHS.injected, injected);
  if (read.kind === 'fault') return read;
  const chosen = choosePod(read.pods, wish, sidecar);
  if (chosen !== null) return chosen;
  const there = read.pods.map(({ title }, index) => `${index + 1} ${title}`).join(', ');
  return { message: `There is no workload ${wish.workload ?? ''}; there are: ${there}.`, line: null };
}
