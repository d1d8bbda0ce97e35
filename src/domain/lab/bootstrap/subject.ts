import { proxyContainer } from '../../anatomy/sidecar.ts';
import { findWorkloads, type WorkloadPlace } from '../../anatomy/workloads.ts';
import { InputFault } from '../../fault.ts';
import { readYaml } from '../../yaml/document.ts';
import type { ReadText } from '../../yaml/shelf.ts';
import type { LabFiles, LabFinding } from '../model.ts';
import { fileAt, finding, textOf } from './findings.ts';
import { explanations, isNamed } from './report-lines.ts';

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
 * Finds it in inject.yaml: the one that was asked for, else the one that the report names, else the one that is preferred,
 * else the first with a sidecar.
 * Throws InputFault `no-workload` when there is none of the name, or number counted from 1, that was asked for.
 */
export function findSubject(files: LabFiles, wish: SubjectWish, read: ReadText = readYaml): Subject {
  const unread = (chosen: Chosen): Subject => ({ ...chosen, titles: null });
  const found = fileAt(files, FILE);
  if (found.kind === 'missing') return unread(nobody(`${FILE} is missing.`));
  if (found.kind === 'unreadable') return unread(nobody(found.why));
  try {
    const places = findWorkloads(read(FILE, found.text));
    const { workload, preferred = null } = wish;
    const subject = workload === undefined ? unasked(files, places, preferred) : asked(places, workload);
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

function unasked(files: LabFiles, places: readonly WorkloadPlace[], preferred: string | null): Chosen {
  const injected = places.filter((place) => proxyContainer(place) !== null);
  const [first] = injected;
  if (first === undefined) {
    const [any] = places;
    return any === undefined ? nobody(`${FILE} holds no workload.`) : bare(any);
  }
  const lines = explanations(textOf(files, '08-report.md') ?? '');
  const named =
    injected.length === 1
      ? undefined
      : (injected.find((place) => isNamed(lines, nameOf(place))) ??
        injected.find(({ name }) => isNamed(lines, name)));
  const wanted = injected.find((place) => nameOf(place) === preferred);
  const why =
    named !== undefined
      ? 'which 08-report.md names,'
      : wanted === undefined
        ? 'the first injected'
        : 'which is asked about,';
  const place = named ?? wanted ?? first;
  const notes =
    injected.length === 1
      ? []
      : [`Judged by ${nameOf(place)}, ${why} of ${injected.length} in ${FILE}; --workload names another.`];
  return { place, findings: [], notes };
}

function bare(place: WorkloadPlace): Chosen {
  const line = place.document.entryRange([...place.path, 'metadata', 'name'])?.line ?? null;
  return nobody(
    `${nameOf(place)} in ${FILE} has no istio-proxy: it is not what kube-inject makes of a workload.`,
    line,
  );
}
