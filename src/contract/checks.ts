import type { FileCoverage } from '../domain/checks/coverage.ts';
import type { CheckName, Finding } from '../domain/checks/model.ts';
import type { CommandRun } from './types.ts';

/** A static check of istioctl that was run, with what it says. */
export interface CheckAnswer {
  readonly check: CheckName;
  readonly command: CommandRun;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Both streams, as a terminal shows them; the first MiB. */
  readonly output: string;
  readonly findings: readonly Finding[];
  /** How much of each text it looked into; none for precheck, and where nobody can tell. */
  readonly coverage: readonly FileCoverage[];
  /** The cluster that the text was laid over, in words; null: it was looked at by itself. */
  readonly cluster: string | null;
}

/** `istioctl x precheck`, and which cluster it was run on. */
export interface PrecheckAnswer {
  readonly answer: CheckAnswer;
  readonly cluster: PrecheckedCluster;
}

export interface PrecheckedCluster {
  /** Somebody named one; without it istioctl says in its own words that there is none. */
  readonly chosen: boolean;
  /** Which; or why none, how to name one, and what istioctl was given instead. */
  readonly words: string;
}

export type { CheckName, CheckSeverity, Finding } from '../domain/checks/model.ts';
export type { FileCoverage };
