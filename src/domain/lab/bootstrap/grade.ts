import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import { splitAddress, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import { type StartChoice, startValues } from '../../bootstrap/start-values.ts';
import { InputFault } from '../../fault.ts';
import type { ReadText } from '../../yaml/shelf.ts';
import {
  LAB_PORT,
  LABS,
  type LabFiles,
  type LabReport,
  type LabStepReport,
  type LabStepState,
} from '../model.ts';
import type { ExpectedBootstrap } from './check-bootstrap.ts';
import { gradeRefusal, gradeValidation } from './envoy-words.ts';
import { chooseStart, expectedNode, labProxy, writtenStart } from './expected.ts';
import {
  ARGUMENT_KEYS,
  ENV_NAMES,
  IDENTITY_KEYS,
  type LabValues,
  lacking,
  readWorkloadFacts,
  type WorkloadFacts,
} from './facts.ts';
import { fileAt, joined, NOTHING, type StepResult, textOf, withText } from './findings.ts';
import { checkKeyValues, exactly } from './key-values.ts';
import { findMesh, type MeshReference, type MeshSources } from './mesh.ts';
import { explanations } from './report-lines.ts';
import {
  type Bootstraps,
  type EnvoyVerdict,
  gradeBootstrap,
  gradeTypo,
  type KnownBootstraps,
  readBootstraps,
} from './step-bootstrap.ts';
import { gradeMesh } from './step-mesh.ts';
import { gradeReport } from './step-report.ts';
import { gradeRun } from './step-run.ts';
import { findSubject, nameOf, type Subject } from './subject.ts';

/** What a folder is judged by beside itself. */
export interface BootstrapLabReference extends MeshSources {
  /** Name, or number counted from 1, of the workload in inject.yaml; without it the one that the folder is about (`findSubject`). */
  readonly workload?: string;
  /** `Deployment payments`, where the folder does not say which it is about; one that is not there counts for nothing. */
  readonly preferred?: string | null;
  /** Values that only a start knows, where they are not the lab's. */
  readonly start?: StartChoice;
  /** How inject.yaml is read, where somebody has read it already; by default anew. */
  readonly read?: ReadText;
  readonly known?: KnownBootstraps;
  /** What Envoy at hand makes of both bootstraps. */
  readonly envoy?: {
    readonly bootstrap: EnvoyVerdict | null;
    readonly typo: EnvoyVerdict | null;
    /** Why it was not asked. */
    readonly note: string | null;
  };
}

/** Everything that the steps are judged by, read once. */
interface Grounds {
  readonly files: LabFiles;
  readonly subject: Subject;
  readonly facts: WorkloadFacts | null;
  readonly mesh: MeshReference;
  readonly expected: ExpectedBootstrap;
  readonly discoveryAddress: string | null;
  readonly bootstraps: Bootstraps;
  readonly startNotes: readonly string[];
  readonly reference: BootstrapLabReference;
}

/**
 * Grades a folder of the bootstrap lab: every value is read anew from the folder's own inject.yaml, whoever made it.
 * Throws InputFault `no-workload` for a workload that was asked for and is not there, or a `mesh` that is no YAML.
 */
export function gradeBootstrapLab(files: LabFiles, reference: BootstrapLabReference = {}): LabReport {
  const grounds = readGrounds(files, reference);
  const { place } = grounds.subject;
  const steps = LABS.bootstrap.map(({ number, id, files: paths }): LabStepReport => {
    const { findings, notes, unproved } = gradeStep(grounds, id);
    const there = paths.some((path) => fileAt(files, path).kind !== 'missing');
    const state = stateOf(there, findings.length, unproved);
    return { number, id, state, findings, notes: state === 'missing' ? [] : notes };
  });
  return {
    lab: 'bootstrap',
    passed: steps.every(({ state }) => state === 'pass'),
    workload: place === null ? null : nameOf(place),
    steps,
  };
}

function stateOf(isThere: boolean, findings: number, unproved: boolean): LabStepState {
  if (!isThere) return 'missing';
  if (findings > 0) return 'fail';
  return unproved ? 'unproved' : 'pass';
}

function readGrounds(files: LabFiles, reference: BootstrapLabReference): Grounds {
  const bootstraps = readBootstraps(files, reference.known);
  const tops = new Map([
    ['bootstrap.yaml', bootstraps.lab?.top ?? null],
    ['boot-typo.yaml', bootstraps.typo?.top ?? null],
  ]);
  const subject = findSubject(files, reference, reference.read, tops);
  const { place } = subject;
  const mesh = findMesh(files, reference, place);
  const known = mesh.kind === 'known' ? mesh.facts.discoveryAddress : null;
  const discoveryAddress = mesh.kind === 'inside' ? (mesh.discoveryAddress?.value ?? null) : known;
  const written = [bootstraps.lab, bootstraps.typo].flatMap((read) =>
    read === null || read.top === null ? [] : [writtenStart(read.top)],
  );
  const lines = explanations(textOf(files, '08-report.md') ?? '');
  const { choice, notes } = chooseStart(place, written, lines, reference.start ?? {});
  return {
    files,
    subject,
    facts: place === null ? null : readWorkloadFacts(place),
    mesh,
    discoveryAddress,
    startNotes: notes,
    bootstraps,
    reference,
    expected: {
      adminPort: choice.adminPort ?? LAB_PORT,
      node: place === null ? null : nodeFor(place, mesh, startValues(place, choice)),
      adsCluster: XDS_CLUSTER,
      target: targetOf(discoveryAddress, mesh),
    },
  };
}

function nodeFor(
  place: WorkloadPlace,
  mesh: MeshReference,
  start: Parameters<typeof labProxy>[2],
): ExpectedBootstrap['node'] {
  const document = mesh.kind === 'known' ? mesh.facts.document : null;
  const proxy = labProxy(place, document, start, null);
  return proxy === null ? null : expectedNode(proxy);
}

function targetOf(address: string | null, mesh: MeshReference): ExpectedBootstrap['target'] {
  if (address === null) return null;
  const from =
    mesh.kind === 'known' ? mesh.from : mesh.kind === 'inside' ? mesh.discoveryAddress?.from : null;
  try {
    return { ...splitAddress(address), from: from ?? 'the mesh' };
  } catch (error) {
    // An address that is none leads nowhere: Envoy says what it thinks of it.
    if (error instanceof InputFault) return null;
    throw error;
  }
}

function gradeStep(grounds: Grounds, id: string): StepResult {
  const { files, facts, expected, reference, mesh, bootstraps } = grounds;
  const envoy = reference.envoy ?? null;
  const notAsked = envoy?.note == null ? NOTHING : { ...NOTHING, notes: [envoy.note] };
  switch (id) {
    case 'arguments':
      return joined(
        withText(files, 'inject.yaml', () => NOTHING, Number.POSITIVE_INFINITY),
        { ...NOTHING, findings: brokenInjection(grounds), notes: grounds.subject.notes },
        gradeValues(files, '01-args.txt', facts?.args ?? null, 'argument', ARGUMENT_KEYS),
      );
    case 'environment':
      return gradeValues(files, '02-env.txt', facts?.env ?? null, 'variable', ENV_NAMES);
    case 'mesh':
      return gradeMesh(files, mesh, facts);
    case 'bootstrap': {
      const result = joined(
        gradeBootstrap(files, bootstraps, expected, envoy?.bootstrap ?? null),
        gradeValidation(files),
        { ...NOTHING, notes: grounds.startNotes },
        notAsked,
      );
      const read = bootstraps.lab?.top ?? null;
      const compared = read === null || expected.target !== null ? result : withoutTarget(result);
      return facts === null ? withoutWorkload(compared, 'The node of bootstrap.yaml', files) : compared;
    }
    case 'typo': {
      const result = joined(
        gradeTypo(files, bootstraps, expected, envoy?.typo ?? null),
        gradeRefusal(files, envoy?.typo ?? null),
      );
      const isCompared = bootstraps.lab?.top != null || facts !== null;
      return bootstraps.typo === null || isCompared ? result : withoutOriginal(result);
    }
    case 'run':
      return gradeRun(files, bootstraps.lab?.top ?? null, expected.node);
    case 'identity':
      return gradeValues(files, '07-identity.txt', facts?.identity ?? null, 'volume or mount', IDENTITY_KEYS);
    case 'report':
      return gradeReport(files, grounds.discoveryAddress, grounds.subject.titles);
    default:
      throw new Error(`the bootstrap lab has no step ${id}`);
  }
}

/** A missing or unreadable inject.yaml is told by the file itself. */
function brokenInjection({ files, subject }: Grounds): StepResult['findings'] {
  return fileAt(files, 'inject.yaml').kind === 'text' ? subject.findings : [];
}

/** A file of lines that are read out of the injected workload, letter by letter. */
function gradeValues(
  files: LabFiles,
  file: string,
  values: LabValues | null,
  what: string,
  keys: readonly string[],
): StepResult {
  const rules =
    values === null
      ? keys.map((key) => ({ key, fault: () => null }))
      : values.map(([key, value]) => exactly(key, value ?? '', 'inject.yaml'));
  const result = withText(files, file, (text) => ({
    ...NOTHING,
    findings: checkKeyValues(file, text, rules).map((one) => expansionTold(one, values)),
  }));
  if (values === null) return withoutWorkload(result, file, files);
  const note = lacking(values, what);
  return note === null ? result : { ...result, notes: [...result.notes, note] };
}

function withoutWorkload(result: StepResult, what: string, files: LabFiles): StepResult {
  const why =
    fileAt(files, 'inject.yaml').kind === 'missing'
      ? 'there is no inject.yaml yet, which step 1 makes'
      : 'inject.yaml cannot be used';
  return {
    ...result,
    notes: [...result.notes, `${what} could not be compared: ${why}.`],
    unproved: true,
  };
}

function withoutTarget(result: StepResult): StepResult {
  const note = 'Where xds-grpc leads could not be compared: the address of step 3 is not known, or is none.';
  return { ...result, notes: [...result.notes, note], unproved: true };
}

function withoutOriginal(result: StepResult): StepResult {
  const note =
    'boot-typo.yaml could not be compared: there is no bootstrap.yaml that can be read, which step 4 makes.';
  return { ...result, notes: [...result.notes, note], unproved: true };
}

/** `$(POD_NAMESPACE)` is filled in by the kubelet, and stands in the manifest letter by letter. */
function expansionTold(found: StepResult['findings'][number], values: LabValues | null) {
  const value = values?.find(([key]) => key === found.key)?.[1] ?? '';
  const reference = /\$\([^()]*\)/.exec(value)?.[0];
  if (reference === undefined || found.line === null || !found.message.includes(' says ')) return found;
  return {
    ...found,
    message: `${found.message} ${reference} is filled in by the kubelet when the container starts; here it stands letter by letter.`,
  };
}
