import type { ProxyInput } from '../../bootstrap/proxy.ts';
import { at } from '../../inject/places.ts';
import type { SourceDocument, YamlValue } from '../../yaml/document.ts';
import { field, type YamlPath } from '../fields.ts';
import type { Note, Severity, SourceRange, WorkloadSummary } from '../model.ts';
import { visibleText } from '../visible-text.ts';
import type { WorkloadPair, WorkloadPlace } from '../workloads.ts';
import type { EnforcingNamespace } from './namespaces.ts';

/** What a note may be made of: one workload, before and after, and the files around it. */
export interface NoteContext {
  readonly pair: WorkloadPair;
  readonly summary: WorkloadSummary;
  readonly workload: number;
  /** The proxy as pilot-agent sees it; null without a sidecar. */
  readonly proxy: ProxyInput | null;
  /** Namespaces of the user's file that refuse some pods. */
  readonly enforcing: readonly EnforcingNamespace[];
  readonly mesh: SourceDocument | null;
  readonly values: SourceDocument | null;
}

/** Reads one workload and says what is worth saying of it. */
export type NoteMaker = (context: NoteContext) => readonly Note[];

export function note(
  { workload }: NoteContext,
  code: string,
  severity: Severity,
  message: string,
  source: SourceRange | null,
): Note {
  // Names in a sentence are the user's: what cannot be seen is written out.
  return { code, severity, message: visibleText(`${at(source)}${message}`), source, workload };
}

/** The user's own text of the workload where there is one, else the result. */
export function userPlace({ pair }: NoteContext): WorkloadPlace {
  return pair.original ?? pair.injected;
}

/** A value of the pod (`metadata…`, `spec…`). */
export function podValue(place: WorkloadPlace, ...path: YamlPath): YamlValue | undefined {
  return field(place.document.value, ...place.pod, ...path);
}

/** The range of an entry of the pod. */
export function podRange(place: WorkloadPlace, ...path: YamlPath): SourceRange | null {
  return place.document.entryRange([...place.pod, ...path]);
}

/** How a workload is called in a sentence: `Deployment cart`. */
export function named({ summary }: NoteContext): string {
  return summary.name === '' ? summary.kind : `${summary.kind} ${summary.name}`;
}
