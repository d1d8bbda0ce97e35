import type { SourceRange } from '../anatomy/model.ts';

/** How bad istioctl takes it to be, in its own words. */
export type CheckSeverity = 'Error' | 'Warning' | 'Info';

/** The programs of istioctl that look at configuration and move no traffic. */
export type CheckName = 'analyze' | 'validate' | 'precheck';

/**
 * How the place of a finding is known: istioctl printed file and line; or it named an object, a field of it, or the number
 * of a document, and that was looked up in the text; or the text cannot be read as YAML there.
 */
export type PlacedBy = 'istioctl' | 'field' | 'object' | 'document' | 'syntax';

/** One thing that a check says. */
export interface Finding {
  /** null: lines that are not understood, kept word by word in `message`. */
  readonly severity: CheckSeverity | null;
  /** `IST0106`; null where the program gives none. */
  readonly code: string | null;
  /**
   * `Gateway mesh-lab/door`, without a namespace `Gateway door`; null when the program names none, nor a document that holds
   * just one.
   */
  readonly resource: string | null;
  readonly message: string;
  /** null when nobody can tell where it belongs. */
  readonly source: SourceRange | null;
  /** null exactly when `source` is. */
  readonly placedBy: PlacedBy | null;
}

/** What a program said of where a finding belongs, before the texts were looked into. */
export interface Hint {
  /** As the program was given it. */
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
  readonly object: ObjectName | null;
  /** Number, from 0, of the document, counted as Kubernetes' YAML reader counts. */
  readonly document: number | null;
  readonly lost: Lost | null;
}

/**
 * What a check did not look at because it could not: the one object; the one document; that document and all behind it in
 * the file, or, where `document` is null, the place that the text itself shows; or nobody can tell, as it broke off.
 */
export type Lost = 'object' | 'document' | 'rest' | 'run';

export interface ObjectName {
  readonly kind: string;
  /** Empty where the object names none, or is of the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** A finding that has not been looked up yet. */
export interface RawFinding extends Pick<Finding, 'severity' | 'code' | 'resource' | 'message'> {
  readonly hint: Hint;
}

/** What a check printed, taken apart. */
export interface CheckReport {
  readonly findings: readonly RawFinding[];
  /** Lines that sum up and say nothing of their own: `✔ No validation issues found when analyzing a.yaml.` */
  readonly summary: readonly string[];
}

export const NO_HINT: Hint = { file: null, line: null, object: null, document: null, lost: null };
