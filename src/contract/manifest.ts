import type {
  CrdGroup,
  InjectionNeed,
  KindCount,
  ManifestObject,
  NamedCrd,
  WebhookConfiguration,
} from '../domain/manifest/model.ts';
import type { PrecheckedCluster } from './checks.ts';
import type { Outcome } from './failure.ts';
import type { CommandRun, Note } from './types.ts';

/** An install manifest that the host holds. Long lists come cut, with the number of all; objects are asked for. */
export interface OpenManifest {
  readonly id: string;
  /** Of the text: `manifest.yaml`. */
  readonly name: string;
  /** What it was made of, to tell two apart: `profile demo, --set hub=example.com`, or the name of the file. */
  readonly words: string;
  readonly from: 'istioctl' | 'file';
  readonly objects: number;
  readonly kinds: readonly KindCount[];
  readonly kindCount: number;
  readonly crds: readonly CrdGroup[];
  readonly crdCount: number;
  readonly istioCrds: number;
  readonly named: readonly NamedCrd[];
  readonly webhooks: readonly WebhookConfiguration[];
  readonly webhookCount: number;
  readonly injection: readonly InjectionNeed[];
  readonly notes: readonly Note[];
  /** What was run for it; none for a file. */
  readonly commands: readonly CommandRun[];
}

/** One object with its text. */
export interface ManifestObjectView {
  readonly object: ManifestObject;
  /** Its own lines, moved to the left edge. */
  readonly text: string;
  /** The line of the manifest that is the first of them. */
  readonly firstLine: number;
  /** By how many columns they were moved. */
  readonly indent: number;
  /** Lines at its end that are left out, because it is longer than is shown. */
  readonly left: number;
}

/** An object of two manifests that differ in it. */
export interface ChangedObject {
  readonly before: ManifestObject;
  readonly after: ManifestObject;
  /** How many fields differ. */
  readonly fields: number;
}

/** How one manifest becomes another. Long lists come cut, with the number of all. */
export interface ManifestComparison {
  readonly added: readonly ManifestObject[];
  readonly addedCount: number;
  readonly removed: readonly ManifestObject[];
  readonly removedCount: number;
  readonly changed: readonly ChangedObject[];
  readonly changedCount: number;
  readonly same: number;
}

/** A field that differs, as it is shown: values in one line, long ones cut. null: the field is not there. */
export interface ShownChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Of a text of several lines: how many lines go and come; null where too many differ to be counted. */
  readonly lines: { readonly removed: number; readonly added: number } | null;
  readonly text: boolean;
}

/** One object in two manifests. */
export interface ObjectDifference {
  /** null: the manifest does not have it. */
  readonly before: string | null;
  readonly after: string | null;
  /** `before` is written in the order and style of `after`, so that only real changes remain. */
  readonly aligned: boolean;
  readonly changes: readonly ShownChange[];
  readonly changeCount: number;
}

/** What the istioctl that generates manifests says of itself, and of the cluster that it would install into. */
export interface ManifestProgram {
  /** Of a cluster that does not answer there is no version; precheck may all the same say why. */
  readonly version: Outcome<ProgramAnswer>;
  readonly precheck: Outcome<ProgramAnswer>;
  readonly cluster: PrecheckedCluster;
}

export interface ProgramAnswer {
  /** Both streams in the order in which they came. */
  readonly output: string;
  readonly exitCode: number | null;
  readonly command: CommandRun;
}
