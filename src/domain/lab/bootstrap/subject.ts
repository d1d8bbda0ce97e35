import { proxyContainer } from '../../anatomy/sidecar.ts';
import { findWorkloads, type WorkloadPlace } from '../../anatomy/workloads.ts';
import { InputFault } from '../../fault.ts';
import { readYaml } from '../../yaml/document.ts';
import type { ReadText } from '../../yaml/shelf.ts';
import type { LabFiles, LabFinding } from '../model.ts';
import type { Entry } from './entry.ts';
import { fileAt, finding, textOf } from './findings.ts';
import { likest } from './likeness.ts';
import { explanations, isNamed, WORKLOAD_LINE, workloadWords } from './report-lines.ts';

/** The workload that a folder is judged by. */
export interface Subject {
  readonly place: WorkloadPlace | null;
  /** What is wrong with inject.yaml, where it holds no such workload. */
  readonly findings: readonly LabFinding[];
  /** How it was chosen, where there was a choice. */
  readonly notes: readonly string[];
  /** `Deployment payments`, of every workload in inject.yaml; null where it could not be read. */
  readonly titles: readonly string[] | null;
}

type Chosen = Omit<Subject, 'titles'>;

const FILE = 'inject.yaml';
const REPORT = '08-report.md';

/** `Deployment payments`. */
export function nameOf({ kind, name }: WorkloadPlace): string {
  return `${kind} ${name}`;
}

/** Which workload of several is meant. */
export interface SubjectWish {
  /** Name, or number counted from 1: this one and no other. */
  readonly workload?: string;
  /** `Deployment payments`, where the folder does not say which it is about; one that is not there counts for nothing. */
  readonly preferred?: string | null;
}

/**
 * Finds it in inject.yaml: the one that was asked for; else the one that the report names by kind and name; else the one whose
 * values the other files carry; where these tell nothing, the one that is preferred, else the first with a sidecar.
 * Throws InputFault `no-workload` when there is none of the name, or number counted from 1, that was asked for.
 * @param bootstraps what was read of both bootstraps already, by path
 */
export function findSubject(
  files: LabFiles,
  wish: SubjectWish,
  read: ReadText = readYaml,
  bootstraps: ReadonlyMap<string, Entry | null> = new Map(),
): Subject {
  const unread = (chosen: Chosen): Subject => ({ ...chosen, titles: null });
  const found = fileAt(files, FILE);
  if (found.kind === 'missing') return unread(nobody(`${FILE} is missing.`));
  if (found.kind === 'unreadable') return unread(nobody(found.why));
  try {
    const places = findWorkloads(read(FILE, found.text));
    const { workload, preferred = null } = wish;
    const subject =
      workload === undefined ? unasked(files, places, preferred, bootstraps) : asked(places, workload);
    return { ...subject, titles: places.map(nameOf) };
  } catch (error) {
    if (!(error instanceof InputFault) || error.code === 'no-workload') throw error;
    return unread(nobody(error.message, error.source?.line ?? null));
  }
}

function nobody(message: string, line: number | null = null): Chosen {
  return { place: null, findings: [finding(FILE, message, line)], notes: [] };
}

function asked(places: readonly WorkloadPlace[], wish: string): Chosen {
  const number = /^\d+$/.test(wish) ? Number(wish) - 1 : -1;
  const place = places.find(({ name }) => name === wish) ?? places[number];
  if (place === undefined)
    throw new InputFault(
      'no-workload',
      `${FILE} holds no workload ${wish}.`,
      `There are: ${places.map((one, index) => `${index + 1} ${nameOf(one)}`).join(', ') || 'none'}.`,
    );
  return proxyContainer(place) === null ? bare(place) : { place, findings: [], notes: [] };
}

function unasked(
  files: LabFiles,
  places: readonly WorkloadPlace[],
  preferred: string | null,
  bootstraps: ReadonlyMap<string, Entry | null>,
): Chosen {
  const injected = places.filter((place) => proxyContainer(place) !== null);
  const [first, ...others] = injected;
  if (first === undefined) {
    const [any] = places;
    return any === undefined ? nobody(`${FILE} holds no workload.`) : bare(any);
  }
  if (others.length === 0) return { place: first, findings: [], notes: [] };
  const { place, why } =
    named(files, injected) ?? byValues(files, injected, preferred, bootstraps) ?? byOrder(first);
  const note = `Judged by ${nameOf(place)}, ${why} of ${injected.length} in ${FILE}; --workload names another.`;
  return { place, findings: [], notes: [note] };
}

/** Which one, and why in front of “of 2”. */
interface Choice {
  readonly place: WorkloadPlace;
  readonly why: string;
}

/** The one that the report names by kind and name: in the line that is there for it, else as the only one. */
function named(files: LabFiles, injected: readonly WorkloadPlace[]): Choice | null {
  const lines = explanations(textOf(files, REPORT) ?? '');
  const said = lines.flatMap(({ text }) => WORKLOAD_LINE.exec(text)?.[1] ?? []);
  const byLine = injected.filter((place) => said.includes(workloadWords(nameOf(place))));
  const found = byLine.length > 0 ? byLine : injected.filter((place) => isNamed(lines, nameOf(place)));
  const [place, ...others] = found;
  return place === undefined || others.length > 0 ? null : { place, why: `which ${REPORT} names,` };
}

/**
 * The one whose values the files carry; of several that have as many, the one that is preferred, else the one of whose name
 * the report speaks: any text may hold a word that is a name, too.
 */
function byValues(
  files: LabFiles,
  injected: readonly WorkloadPlace[],
  preferred: string | null,
  bootstraps: ReadonlyMap<string, Entry | null>,
): Choice | null {
  const likely = likest(injected, files, bootstraps);
  const [place, ...others] = likely;
  if (place !== undefined && others.length === 0) return { place, why: 'whose values its files have,' };
  const lines = explanations(textOf(files, REPORT) ?? '');
  const wanted = likely.find((one) => nameOf(one) === preferred);
  if (wanted !== undefined) return { place: wanted, why: 'which is asked about,' };
  const spoken = likely.find(({ name }) => isNamed(lines, name));
  if (spoken !== undefined) return { place: spoken, why: `which ${REPORT} names,` };
  return place === undefined || likely.length === injected.length
    ? null
    : { place, why: 'the first that fits' };
}

function byOrder(place: WorkloadPlace): Choice {
  return { place, why: 'the first injected' };
}

function bare(place: WorkloadPlace): Chosen {
  const line = place.document.entryRange([...place.path, 'metadata', 'name'])?.line ?? null;
  return nobody(
    `${nameOf(place)} in ${FILE} has no istio-proxy: it is not what kube-inject makes of a workload.`,
    line,
  );
}
