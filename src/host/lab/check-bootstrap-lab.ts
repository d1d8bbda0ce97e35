import { FailureError } from '../../contract/failure.ts';
import type { ValidateResult } from '../../contract/types.ts';
import type { StartChoice } from '../../domain/bootstrap/start-values.ts';
import { InputFault } from '../../domain/fault.ts';
import { textOf } from '../../domain/lab/bootstrap/findings.ts';
import type { BootstrapLabReference } from '../../domain/lab/bootstrap/grade.ts';
import type { MeshSources } from '../../domain/lab/bootstrap/mesh.ts';
import type { EnvoyVerdict } from '../../domain/lab/bootstrap/step-bootstrap.ts';
import type { LabFiles, LabReport } from '../../domain/lab/model.ts';
import { decodeInput } from '../../domain/yaml/bytes.ts';
import { readYaml } from '../../domain/yaml/document.ts';
import { validateBootstrap } from '../envoy/validate.ts';
import { withFailures } from '../failures.ts';
import { readRegularFile } from '../files/named-file.ts';
import { manifestFiles } from '../inject/manifest-cache.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { LabReader } from './lab-reader.ts';
import { type LabPlace, readLabFolder } from './read-folder.ts';

export interface CheckParts {
  readonly toolchain: Pick<Toolchain, 'find' | 'require' | 'cacheDir'>;
  readonly reader: Pick<LabReader, 'bootstrap'>;
  /** Hears what is waited for; null when nothing is. */
  readonly doing?: (what: string | null) => void;
}

export interface CheckRequest {
  readonly place: LabPlace;
  /** Counts before the folder's own. */
  readonly mesh?: { readonly name: string; readonly bytes: Uint8Array };
  readonly workload?: string;
  /** `Deployment payments`, where the folder does not say which it is about. */
  readonly preferred?: string | null;
  readonly start: StartChoice;
  readonly askEnvoy: boolean;
  readonly signal: AbortSignal;
}

/** Where the lab's own machine has its mesh configuration. */
const LAB_MESH = '/opt/istio/mesh-config.yaml';

/**
 * Grades a folder of the bootstrap lab, with what this machine has beside it; nothing is fetched, and nothing written into
 * the folder.
 * @throws FailureError `no-folder`, `no-workload`, `cancelled`, and for a mesh configuration that cannot be used
 */
export async function checkBootstrapLab(parts: CheckParts, request: CheckRequest): Promise<LabReport> {
  const { place, signal, start, workload, preferred = null, mesh } = request;
  const files = await readLabFolder(place, signal);
  const sources =
    mesh === undefined
      ? await meshSources(parts, files, signal)
      : {
          mesh: {
            name: mesh.name,
            text: withFailures(() => decodeInput(mesh.name, mesh.bytes, 'injection').text),
          },
        };
  const envoy = request.askEnvoy ? await askEnvoy(parts, files, signal) : NOT_WANTED;
  parts.doing?.(null);
  const grounds = { ...sources, start, envoy, preferred, ...(workload === undefined ? {} : { workload }) };
  return parts.reader.bootstrap(files, grounds, signal);
}

/** Mesh configurations that may be the folder's, looked for only where it holds none. */
async function meshSources(parts: CheckParts, files: LabFiles, signal: AbortSignal): Promise<MeshSources> {
  if (files.get('mesh-config.yaml')?.kind !== 'missing') return {};
  const bytes = await readRegularFile(LAB_MESH, LAB_MESH, signal).catch(() => null);
  if (bytes !== null) {
    const { text } = withFailures(() => decodeInput(LAB_MESH, bytes, 'injection'));
    return { candidates: [{ name: LAB_MESH, text, from: LAB_MESH, onlyIfItFits: false }] };
  }
  try {
    const { path, version } = await parts.toolchain.find('istioctl');
    parts.doing?.('istioctl manifest generate (once per version)');
    const { meshConfig } = await manifestFiles(path, version, parts.toolchain.cacheDir, signal);
    const from = `the mesh configuration of istioctl ${version} at hand`;
    return { candidates: [{ ...meshConfig, from, onlyIfItFits: true }] };
  } catch (error) {
    // Without istioctl, or with one that gives none, what agrees inside the folder is told.
    if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
    return {};
  }
}

type Asked = NonNullable<BootstrapLabReference['envoy']>;
const NOT_WANTED: Asked = {
  bootstrap: null,
  typo: null,
  note: 'Envoy was not asked, as wished: what it makes of both bootstraps is taken from the files.',
};

async function askEnvoy(
  { toolchain, doing }: CheckParts,
  files: LabFiles,
  signal: AbortSignal,
): Promise<Asked> {
  let program: string;
  try {
    program = await toolchain.require('envoy');
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const note =
      'There is no Envoy here that could be asked (sidecar-anatomy tools --install): what it makes of both bootstraps is taken from the files.';
    return { bootstrap: null, typo: null, note };
  }
  doing?.('envoy --mode validate');
  const notes: string[] = [];
  const verdict = async (name: string): Promise<EnvoyVerdict | null> => {
    const yaml = textOf(files, name);
    // What is not read here has its finding already.
    if (yaml === null || isTrap(name, yaml)) return null;
    try {
      return verdictOf(await validateBootstrap({ program, yaml, name, signal }));
    } catch (error) {
      // One text that Envoy does not come to an end with takes nothing away from the other steps.
      if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
      notes.push(`Envoy at hand gave no answer on ${name}: ${error.failure.message}`);
      return null;
    }
  };
  const [bootstrap, typo] = await Promise.all([verdict('bootstrap.yaml'), verdict('boot-typo.yaml')]);
  return { bootstrap, typo, note: notes.length === 0 ? null : notes.join(' ') };
}

/** What is refused here for what it would grow to, or for its depth, would keep Envoy busy, too. */
const TRAPS: ReadonlySet<string> = new Set(['yaml-alias-bomb', 'yaml-too-deep', 'yaml-too-many']);

function isTrap(name: string, yaml: string): boolean {
  try {
    readYaml(name, yaml);
    return false;
  } catch (thrown) {
    return thrown instanceof InputFault && TRAPS.has(thrown.code);
  }
}

function verdictOf({ exitCode, explanation }: ValidateResult): EnvoyVerdict {
  return { exitCode, reason: explanation === undefined ? null : explanation.message.replace(/\.?$/, '.') };
}
