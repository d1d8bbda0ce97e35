import { TYPO_CLUSTER, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import { InputFault } from '../../fault.ts';
import { readYaml, type YamlValue } from '../../yaml/document.ts';
import type { LabFiles, LabFinding } from '../model.ts';
import { checkBootstrap, type ExpectedBootstrap } from './check-bootstrap.ts';
import { type BootstrapDocument, type Entry, snakeCase, topEntry } from './entry.ts';
import { extraFields } from './extra-fields.ts';
import { bounded, finding, NOTHING, quote, type StepResult, textOf, withText } from './findings.ts';

/** A bootstrap as it was read, or why it could not be. */
export type ReadBootstrap =
  | { readonly top: Entry; readonly notes: readonly string[] }
  | { readonly top: null; readonly fault: LabFinding };

/** Reads the first document of a bootstrap, as Envoy does. */
function readBootstrapText(file: string, text: string): ReadBootstrap {
  const none = (message: string, line: number | null = null): ReadBootstrap => ({
    top: null,
    fault: finding(file, message, line),
  });
  try {
    const { documents } = readYaml(file, text);
    const [first, second] = documents;
    if (first === undefined) return none(`${file} is empty.`);
    const top = topEntry(first);
    if (top.keys().length === 0) return none(`${file} is no mapping, and so no bootstrap.`, 1);
    const more = second?.entryRange([])?.line;
    return {
      top,
      notes:
        second === undefined
          ? []
          : [
              `${file} holds ${documents.length} YAML documents; Envoy reads the first (the next is on line ${more ?? '?'}).`,
            ],
    };
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return none(error.message, error.source?.line ?? null);
  }
}

/** Both bootstraps of a folder, each read once; null where there is no text. */
export interface Bootstraps {
  readonly lab: ReadBootstrap | null;
  readonly typo: ReadBootstrap | null;
}

/** Texts of bootstraps that were written from data, with that data: nobody has to read them again. */
export type KnownBootstraps = ReadonlyMap<string, BootstrapDocument>;

export function readBootstraps(files: LabFiles, known: KnownBootstraps = new Map()): Bootstraps {
  const at = (path: string): ReadBootstrap | null => {
    const text = textOf(files, path);
    const document = text === null ? undefined : known.get(text);
    if (document !== undefined) return { top: topEntry(document), notes: [] };
    return text === null ? null : readBootstrapText(path, text);
  };
  return { lab: at('bootstrap.yaml'), typo: at('boot-typo.yaml') };
}

/** What Envoy at hand makes of a file of the folder. */
export interface EnvoyVerdict {
  readonly exitCode: number | null;
  /** Why it refused; null when it gave no reason, or took it. */
  readonly reason: string | null;
}

/** Step 4: the bootstrap, field by field, and what Envoy said of it. */
export function gradeBootstrap(
  files: LabFiles,
  { lab: read }: Bootstraps,
  expected: ExpectedBootstrap,
  verdict: EnvoyVerdict | null,
): StepResult {
  const written = withText(files, 'bootstrap.yaml', () => {
    if (read === null) return NOTHING;
    if (read.top === null) return { ...NOTHING, findings: [read.fault] };
    const extra = extraFields(read.top);
    const notes =
      extra.length === 0
        ? []
        : [`bootstrap.yaml also has ${extra.join(', ')}, which the lab does not ask for.`];
    return {
      findings: bounded(checkBootstrap('bootstrap.yaml', read.top, expected)),
      notes: [...read.notes, ...notes, ...clusterNote(read.top, expected)],
      unproved: false,
    };
  });
  const findings = [...written.findings, ...refusedHere(verdict)];
  const notes = verdict?.exitCode === 0 ? ['Envoy at hand takes bootstrap.yaml.'] : [];
  return { ...written, findings, notes: [...written.notes, ...notes] };
}

/** The lab's wording allows the workload's name; pilot-agent may take a label. */
function clusterNote(top: Entry, { node }: ExpectedBootstrap): readonly string[] {
  const [byAgent, ...others] = node?.cluster ?? [];
  const said = top.at('node', 'cluster').text ?? '';
  return others.includes(said)
    ? [`node.cluster is ${said}, by the name of the workload; pilot-agent would take ${byAgent}, by a label.`]
    : [];
}

function refusedHere(verdict: EnvoyVerdict | null): readonly LabFinding[] {
  if (verdict === null || verdict.exitCode === 0) return [];
  const why = verdict.reason === null ? '' : `: ${verdict.reason}`;
  return [finding('bootstrap.yaml', `Envoy at hand refuses bootstrap.yaml${why}`)];
}

/** Step 5: `boot-typo.yaml`, which differs from `bootstrap.yaml` in one name, and Envoy's refusal. */
export function gradeTypo(
  files: LabFiles,
  { lab, typo: read }: Bootstraps,
  expected: ExpectedBootstrap,
  verdict: EnvoyVerdict | null,
): StepResult {
  const file = 'boot-typo.yaml';
  const original = lab?.top ?? null;
  const copy = withText(files, file, () => {
    if (read === null) return NOTHING;
    if (read.top === null) return { ...NOTHING, findings: [read.fault] };
    const faults = checkBootstrap(file, read.top, { ...expected, adsCluster: TYPO_CLUSTER });
    const { notes } = read;
    if (original === null) return { ...NOTHING, notes, findings: bounded(faults) };
    const differences = compareCopies(file, original, read.top);
    // Where bootstrap.yaml itself is wrong, a copy that is right is no fault of this step.
    const isRight = faults.length === 0 && differences.length > 0 && isWrong(original, expected);
    return isRight
      ? {
          ...NOTHING,
          notes: [...notes, 'bootstrap.yaml is wrong itself; boot-typo.yaml is as the lab asks.'],
        }
      : { ...NOTHING, notes, findings: bounded(differences) };
  });
  const accepted =
    verdict?.exitCode === 0
      ? [
          finding(
            file,
            'Envoy at hand takes boot-typo.yaml; with the wrong name in ads_config it has to refuse it.',
          ),
        ]
      : [];
  return { ...copy, findings: [...copy.findings, ...accepted] };
}

function isWrong(original: Entry, expected: ExpectedBootstrap): boolean {
  return checkBootstrap('bootstrap.yaml', original, { ...expected, adsCluster: XDS_CLUSTER }).length > 0;
}

/** Where a copy differs from its original beyond the one name that is to be another. */
function compareCopies(file: string, original: Entry, copy: Entry): readonly LabFinding[] {
  const name = (top: Entry): Entry =>
    top.at('dynamic_resources', 'ads_config', 'grpc_services', 0, 'envoy_grpc', 'cluster_name');
  const found: LabFinding[] = [];
  if (name(copy).text !== TYPO_CLUSTER) {
    const said = name(copy).text === null ? 'missing' : quote(name(copy).text ?? '');
    found.push(
      finding(
        file,
        `The cluster_name of ads_config is ${said}; here it has to be "${TYPO_CLUSTER}".`,
        name(copy).line,
        name(copy).name,
      ),
    );
  }
  compare(file, original, copy, name(copy).name, found);
  return found;
}

function compare(file: string, one: Entry, other: Entry, except: string, found: LabFinding[]): void {
  if (snakeCase(other.name) === except || found.length > 100) return;
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  const length = Math.max(one.items().length, other.items().length);
  if (isInner(one.value) && isInner(other.value) && Array.isArray(one.value) === Array.isArray(other.value)) {
    for (const key of keys) compare(file, one.at(key), other.at(key), except, found);
    for (let index = 0; index < length; index += 1)
      compare(file, one.at(index), other.at(index), except, found);
  } else if (one.value !== other.value)
    found.push(
      finding(
        file,
        `${other.name} is ${brief(other.value)}; in bootstrap.yaml it is ${brief(one.value)}. Only cluster_name of ads_config is to be another.`,
        other.line,
        other.name,
      ),
    );
}

function isInner(value: YamlValue | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

function brief(value: YamlValue | undefined): string {
  if (value === undefined) return 'missing';
  return quote(typeof value === 'string' ? value : JSON.stringify(value)).replace(/^"([\d.]+)"$/, '$1');
}
