import { inputFailure } from '../../contract/failure.ts';
import { type BootstrapLabReference, gradeBootstrapLab } from '../../domain/lab/bootstrap/grade.ts';
import { gradeInstallLab } from '../../domain/lab/install/grade.ts';
import { readManifestFacts } from '../../domain/lab/install/manifest-facts.ts';
import type { CrdView, InstallGradeOptions } from '../../domain/lab/install/model.ts';
import type { LabFiles, LabReport } from '../../domain/lab/model.ts';
import { findObjects } from '../../domain/manifest/objects.ts';
import { createSourceShelf } from '../../domain/yaml/shelf.ts';
import { withFailures } from '../failures.ts';
import { type InjectedAsk, type InjectedSidecar, readSidecar } from './injected-sidecar.ts';
import { type LabSubject, readLabSubject, type SubjectAsk } from './lab-subject.ts';

/** What a folder is judged by, as data. */
export type BootstrapGrounds = Omit<BootstrapLabReference, 'read'>;

/** What the reading of labs asks and gives; data only, so that it can go to another thread. */
export interface LabTasks {
  readonly 'lab-bootstrap': {
    readonly ask: { readonly files: LabFiles; readonly reference: BootstrapGrounds };
    readonly answer: LabReport;
  };
  readonly 'lab-subject': { readonly ask: SubjectAsk; readonly answer: LabSubject };
  readonly 'lab-injected': { readonly ask: InjectedAsk; readonly answer: InjectedSidecar };
  readonly 'lab-install': {
    readonly ask: { readonly files: LabFiles; readonly options: InstallGradeOptions };
    readonly answer: LabReport;
  };
  readonly 'lab-crds': {
    readonly ask: { readonly name: string; readonly text: string };
    readonly answer: readonly CrdView[];
  };
}

/** Grades labs, and reads the manifests that they are about: a second of work for one of 24,000 lines. */
export interface LabReader {
  /** Throws FailureError for a reference that cannot be used. */
  bootstrap(files: LabFiles, reference: BootstrapGrounds, signal?: AbortSignal): Promise<LabReport>;
  /** What the bootstrap lab reads out of an injection. Throws FailureError as `readLabSubject`. */
  subject(ask: SubjectAsk, signal?: AbortSignal): Promise<LabSubject>;
  /** The workload of an injected text, and its `out/sidecar.json`. Throws FailureError as `readSidecar`. */
  sidecar(ask: InjectedAsk, signal?: AbortSignal): Promise<InjectedSidecar>;
  install(files: LabFiles, options: InstallGradeOptions, signal?: AbortSignal): Promise<LabReport>;
  /** The CustomResourceDefinitions of a manifest. Throws FailureError for a text that is no manifest. */
  crds(name: string, text: string, signal?: AbortSignal): Promise<readonly CrdView[]>;
  close(): Promise<void>;
}

/** Does a long piece of pure work where it disturbs nobody. */
export type Compute = <T>(work: () => T) => Promise<T>;

const here: Compute = async (work) => work();

/** Reads on the thread of whoever calls it, each text once. */
export function createInlineLabReader(compute: Compute = here): LabReader {
  const { read } = createSourceShelf();
  return {
    bootstrap: (files, reference) =>
      compute(() => withFailures(() => gradeBootstrapLab(files, { ...reference, read }))),
    subject: (ask) => compute(() => withFailures(() => readLabSubject(ask, read).subject)),
    sidecar: (ask) => compute(() => withFailures(() => readSidecar(ask))),
    install: (files, options) => compute(() => withFailures(() => gradeInstallLab(files, options, read))),
    crds: (name, text) =>
      compute(() =>
        withFailures(() => {
          if (findObjects(read(name, text)).objects.length === 0) throw noObjects(name);
          const { objects } = readManifestFacts(name, text, read);
          if ('fault' in objects)
            throw inputFailure('manifest-unreadable', objects.fault, 'Give another manifest.');
          return objects.crds;
        }),
      ),
    close: async () => undefined,
  };
}

/** Told by the name that the person knows the manifest by. */
function noObjects(name: string) {
  return inputFailure(
    'no-objects',
    `The manifest ${name} holds no Kubernetes object: there is nothing to count, and nothing to inject with.`,
    'Give another manifest, or another profile.',
  );
}
