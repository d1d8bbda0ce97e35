import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { PrecheckedCluster } from '../../contract/checks.ts';
import { type FailureError, inputFailure } from '../../contract/failure.ts';
import { NO_CLUSTER_SERVER } from '../../domain/inject/arguments.ts';
import { statOrNull } from '../process/paths.ts';
import { settingsFile } from '../toolchain/settings.ts';
import { deskMeshKubeconfig, type KubeconfigProvider } from './desk-mesh.ts';
import { readKubeconfig } from './kubeconfig.ts';

/** Which cluster may be asked, and why this one or none. */
export type ClusterChoice =
  | {
      /** Absolute path of the kubeconfig. */
      readonly kubeconfig: string;
      readonly from: 'option' | 'window' | 'setting' | 'desk-mesh';
      /** One sentence: `The cluster of /home/me/lab.kubeconfig, named with --kubeconfig.` */
      readonly words: string;
    }
  | {
      readonly kubeconfig: null;
      readonly from: null;
      /** One sentence: why none. */
      readonly words: string;
    };

export interface KubeconfigSources {
  /** As the person wrote it after `--kubeconfig`, or into a field of the window. */
  readonly option?: string;
  /** The folder that a relative name is in. */
  readonly cwd?: string;
  /** `kubeconfig` of the settings file. */
  readonly setting?: string;
  /** Where the settings file is or would be, to be told. */
  readonly settings?: string;
  readonly deskMesh?: KubeconfigProvider;
  /** The option is a field of the window: a whole path, or one that begins with `~/`. */
  readonly window?: boolean;
}

const NONE = 'No cluster was chosen: KUBECONFIG and ~/.kube/config are never used unasked.';
const BY_OPTION = 'Name one with --kubeconfig FILE, or as';
const BY_FIELD = 'Name one in the field “Kubeconfig”, or as';

/**
 * The kubeconfig to use: the one that a person named for this call, else the one of the settings, else that of the desk mesh
 * where it runs, else none. Nothing else is ever looked for: the cluster of a kubeconfig that happens to lie on the machine
 * may be one that people depend on.
 * @throws FailureError `kubeconfig-missing` for one that was named and is no file: it is not passed over
 */
export async function chooseKubeconfig(sources: KubeconfigSources): Promise<ClusterChoice> {
  const { option, cwd = process.cwd(), setting, deskMesh = deskMeshKubeconfig, window = false } = sources;
  if (option !== undefined && window) {
    const path = option.startsWith('~/') ? resolve(homedir(), option.slice(2)) : option;
    if (!isAbsolute(path)) throw missing(option, 'in the window', 'is not a whole path');
    const home = path === option ? null : path;
    const kubeconfig = existing(path, option, 'in the window', home);
    return { kubeconfig, from: 'window', words: `The cluster of ${option}, named in the window.` };
  }
  if (option !== undefined) {
    const kubeconfig = existing(resolve(cwd, option), option, 'after --kubeconfig');
    return { kubeconfig, from: 'option', words: `The cluster of ${option}, named with --kubeconfig.` };
  }
  if (setting !== undefined) {
    if (!isAbsolute(setting)) throw missing(setting, 'in the settings file', 'is not a whole path');
    const kubeconfig = existing(setting, setting, 'in the settings file');
    return { kubeconfig, from: 'setting', words: `The cluster of ${setting}, named in the settings file.` };
  }
  const ours = await deskMesh();
  if (ours !== null) return { kubeconfig: ours, from: 'desk-mesh', words: 'The desk mesh of this app.' };
  const { settings = settingsFile(process.env) } = sources;
  const where = `“kubeconfig” in the settings file ${settings}.`;
  return { kubeconfig: null, from: null, words: `${NONE} ${window ? BY_FIELD : BY_OPTION} ${where}` };
}

/** Which cluster is asked for somebody who wrote this into the window; null: nothing. Throws as `chooseKubeconfig`. */
export type ChooseInWindow = (kubeconfig: string | null) => Promise<ClusterChoice>;

/** `setting` is the kubeconfig of the settings file. */
export function choosingInWindow(setting: string | undefined): ChooseInWindow {
  return (option) =>
    chooseKubeconfig({
      window: true,
      ...(option === null ? {} : { option }),
      ...(setting === undefined ? {} : { setting }),
    });
}

/**
 * The cluster that is chosen in a window, with its address; nothing is asked of it.
 * @throws FailureError of `chooseKubeconfig` and `readKubeconfig`
 */
export function shownCluster({ kubeconfig, words }: ClusterChoice): PrecheckedCluster {
  if (kubeconfig === null) return { chosen: false, words };
  const { context, server } = readKubeconfig(kubeconfig);
  return { chosen: true, words: `${words} Its context ${context} leads to ${server.origin}.` };
}

/** Which cluster precheck is run on; away from any it names an address that nobody chose. */
export function precheckedCluster({ kubeconfig, words }: ClusterChoice): PrecheckedCluster {
  if (kubeconfig !== null) return { chosen: true, words };
  return { chosen: false, words: `${words} ${NOWHERE}` };
}

const NOWHERE = `The address ${NO_CLUSTER_SERVER} is from this app: istioctl is given it in place of a cluster, so that it looks for no other, and nothing is to answer there.`;

/** `home` is the whole path where “~” was replaced here. */
function existing(path: string, shown: string, where: string, home: string | null = null): string {
  const found = statOrNull(path);
  if (found === null && home !== null) throw missing(shown, where, `is not there: it would be ${home}`);
  if (found === null) throw missing(shown, where, shown.startsWith('~') ? tilde() : 'is not there');
  if (found.isDirectory()) throw missing(shown, where, 'is a folder');
  // istioctl reads it several times.
  if (!found.isFile()) throw missing(shown, where, 'is a pipe or a device');
  return path;
}

function tilde(): string {
  return `is not there (only a shell replaces “~” by ${homedir()})`;
}

function missing(shown: string, where: string, what: string): FailureError {
  return inputFailure(
    'kubeconfig-missing',
    `The kubeconfig ${shown === '' ? '“”' : shown}, named ${where}, ${what}.`,
    where === 'in the window' ? IN_WINDOW : 'Name a kubeconfig file by its whole path.',
  );
}

const IN_WINDOW = 'Name a kubeconfig file by its whole path, or from your home folder on (~/.kube/config).';
