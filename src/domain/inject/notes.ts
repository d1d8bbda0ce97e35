import type { Note } from '../anatomy/model.ts';
import { findWorkloads, pairWorkloads, type WorkloadPair, type WorkloadPlace } from '../anatomy/workloads.ts';
import type { Path, SourceFile } from '../yaml/document.ts';
import { droppedFields } from './dropped-fields.ts';
import { meantBy } from './mesh-check.ts';
import { notInjectedNote } from './not-injected.ts';
import { objectNotes } from './object-notes.ts';
import { at } from './places.ts';
import { workloadNotes } from './workload-notes.ts';

/** Notes of one kind beyond this number are counted, not listed: a file may repeat its fault a thousand times. */
const MAX_OF_ONE_CODE = 20;

/**
 * Everything worth telling about what kube-inject did and did not do: with ranges in the input, and `workload` counting
 * the workloads of the output. `stderr` is istioctl's, of a run that ended with 0.
 */
export function injectionNotes(original: SourceFile, injected: SourceFile, stderr: string): Note[] {
  const notes = [...objectNotes(original)];
  const given = findWorkloads(original);
  const pairs = pairWorkloads(findWorkloads(injected), given);
  for (const [index, pair] of pairs.entries()) {
    if (pair.original === null) continue;
    notes.push(...workloadNotes(original, pair.original, index));
    const missing = notInjectedNote(pair.original, pair.injected, index);
    if (missing !== null) notes.push(missing);
    notes.push(...droppedNotes(pair.original, pair.injected, index));
  }
  return bounded([...missingNotes(given, pairs), ...notes, ...stderrNotes(stderr)]);
}

/** kube-inject gives back every object that it gets: an answer without one is not that of the real istioctl. */
function missingNotes(given: readonly WorkloadPlace[], pairs: readonly WorkloadPair[]): Note[] {
  const back = new Set(pairs.map((pair) => pair.original));
  return given
    .filter((place) => !back.has(place))
    .map((place) => {
      const source = place.document.entryRange(place.path) ?? place.document.range(place.path);
      return {
        code: 'workload-missing',
        severity: 'error',
        message: `${at(source)}${`${place.kind} ${place.name}`.trim()} is missing from what istioctl answered; look whether this is the real istioctl.`,
        source,
      };
    });
}

function droppedNotes(input: WorkloadPlace, output: WorkloadPlace, index: number): Note[] {
  return droppedFields(input, output).map((field) => {
    const source = input.document.entryRange(field.path);
    const path = writtenPath(input, field.path);
    const written = input.document.writtenKey(field.path) ?? field.key;
    const read =
      written === field.key ? '' : ` (YAML 1.1, which istioctl reads, takes this key for ${field.key})`;
    return {
      code: 'field-dropped',
      severity: 'warning',
      message: `${at(source)}${path}${read} is in the input but not in the output: the Kubernetes API has no field of that name there, so istioctl dropped it; ${meantBy(field.nearest)}.`,
      source,
      workload: index,
    };
  });
}

/** A path below a workload in the words of the file: keys as they are written. */
function writtenPath({ document, path: top }: WorkloadPlace, path: Path): string {
  const steps = path.map((step, index) => document.writtenKey(path.slice(0, index + 1)) ?? step);
  return steps.slice(top.length).join('.');
}

/** Log lines (`2026-… warn …`) that no other note already tells. */
function stderrNotes(stderr: string): Note[] {
  return stderr.split('\n').flatMap((line) => {
    const found = /^\d{4}-\S+\s+(warn|error)\s+(.*)$/.exec(line);
    const said = found?.[2]?.split('\t')[0]?.trim() ?? '';
    if (said === '' || said.startsWith('Invalid value for sidecar.istio.io/inject')) return [];
    return [
      {
        code: 'istioctl-warning',
        severity: 'warning',
        message: `istioctl says: ${said.slice(0, 300)}`,
        source: null,
      },
    ];
  });
}

function bounded(notes: readonly Note[]): Note[] {
  const counts = new Map<string, number>();
  const kept = notes.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= MAX_OF_ONE_CODE;
  });
  for (const [code, count] of counts)
    if (count > MAX_OF_ONE_CODE)
      kept.push({
        code: `${code}-more`,
        severity: 'info',
        message: `${count - MAX_OF_ONE_CODE} more notes of the same kind (${code}) are not listed.`,
        source: null,
      });
  return kept;
}
