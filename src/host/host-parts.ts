import type { PrecheckedCluster } from '../contract/checks.ts';
import type { EnvoyEnded, EnvoyRun, EnvoySnapshot, Note, ValidateResult } from '../contract/types.ts';
import type { LabName } from '../domain/lab/model.ts';
import type { CheckBench } from './checks/check-bench.ts';
import type { RunRecord } from './envoy/run-record.ts';
import type { Injector } from './inject/injector.ts';
import type { LabDesk } from './lab/labs.ts';
import type { Manifests } from './manifest/manifests.ts';
import type { StudyReader } from './study/reader.ts';
import type { Toolchain } from './toolchain/toolchain.ts';

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the host needs of the bench on which Envoy runs. */
export interface HostBench {
  validate(yaml: string, signal?: AbortSignal): Promise<ValidateResult>;
  start(
    yaml: string,
    on: {
      snapshot(snapshot: EnvoySnapshot): void;
      ended(ended: EnvoyEnded): void;
      readonly record?: RunRecord;
    },
  ): Promise<EnvoyRun>;
  stop(runId: string): Promise<void>;
  close(): Promise<void>;
}

/** The rooms of which a host is made. */
export interface HostParts {
  readonly toolchain: Toolchain;
  readonly injector: Injector;
  readonly bench: HostBench;
  readonly reader: StudyReader;
  readonly manifests: Manifests;
  readonly desks: Readonly<Record<LabName, LabDesk>>;
  readonly checks: CheckBench;
  /** Which cluster is meant by what somebody wrote into the window; asks it nothing. */
  readonly lookAtCluster: (kubeconfig: string | null) => Promise<PrecheckedCluster>;
  /** Bytes of a file as text: encodings recognised, binary and oversized files refused with a failure. */
  readonly decode: (
    name: string,
    bytes: Uint8Array,
  ) => { readonly text: string; readonly notes: readonly Note[] };
}
