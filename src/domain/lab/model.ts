/** The two labs: `bootstrap` builds a bootstrap and tells two failures apart, `install` takes the install manifest and an injected pod apart. */
export type LabName = 'bootstrap' | 'install';

/** One step of a lab and the files that show it was done. */
export interface LabStepPlan {
  /** Counted from 1, as the lab counts. */
  readonly number: number;
  /** Stable, kebab-case. */
  readonly id: string;
  /** Paths in the lab's folder, with `/` whatever the system; in the order in which they are made. Empty: the step is done in a cluster. */
  readonly files: readonly string[];
}

/** The admin port of the bootstrap lab, where no other is chosen. */
export const LAB_PORT = 9982;

function step(number: number, id: string, ...files: readonly string[]): LabStepPlan {
  return { number, id, files };
}

/** Every step of both labs, in order, with the names the labs give to files. */
export const LABS: Readonly<Record<LabName, readonly LabStepPlan[]>> = {
  bootstrap: [
    step(1, 'arguments', 'inject.yaml', '01-args.txt'),
    step(2, 'environment', '02-env.txt'),
    step(3, 'mesh', '03-mesh.txt'),
    step(4, 'bootstrap', 'bootstrap.yaml', '04-validate.txt'),
    step(5, 'typo', 'boot-typo.yaml', '05-typo.txt'),
    step(6, 'run', '06-node.json', '06-ready.txt'),
    step(7, 'identity', '07-identity.txt'),
    step(8, 'report', '08-report.md'),
  ],
  install: [
    step(1, 'version', 'out/version.txt', 'out/precheck.txt'),
    step(2, 'manifest', 'manifest.yaml', 'out/manifest-kinds.txt'),
    step(3, 'crds'),
    step(4, 'namespaces', 'out/injection-note.txt'),
    step(5, 'inject', 'injected.yaml'),
    step(6, 'analyze', 'out/analyze.txt', 'out/analyze-note.txt'),
    step(7, 'sidecar', 'out/sidecar.json'),
    step(8, 'readiness', 'out/mesh-readiness.json', 'out/validate.txt'),
  ],
};

/**
 * Files that stand in a lab's folder beside those of its steps: what the steps read. The mesh configuration that step 3 of
 * the bootstrap lab compares with; the two namespaces of the install lab where no cluster holds them.
 */
export const LAB_INPUTS: Readonly<Record<LabName, readonly string[]>> = {
  bootstrap: ['mesh-config.yaml'],
  install: ['namespaces.yaml'],
};

/** What was found under a path of the folder. */
export type LabFile =
  /** `told`: one sentence on how it was read, where it is not plain UTF-8. */
  | { readonly kind: 'text'; readonly text: string; readonly told?: string }
  | { readonly kind: 'missing' }
  /** `why`: one sentence for people. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** Every path that a lab names, with what was found there. */
export type LabFiles = ReadonlyMap<string, LabFile>;

/** One thing that is not as the lab asks. */
export interface LabFinding {
  /** Path in the folder; empty where it is about what a cluster holds. */
  readonly file: string;
  /** Counted from 1; null where it concerns the whole file or a file that is missing. */
  readonly line: number | null;
  /** The key, entry or field it is about (`ca_addr_same`, `node.id`); null where none. */
  readonly key: string | null;
  /** One sentence that says what is there, what should be, and from where that is known. */
  readonly message: string;
}

/**
 * `pass`: all of it is as the lab asks. `fail`: something is there and wrong, or only a part is there. `missing`: nothing of
 * it is there. `unproved`: nothing is wrong, but what the step is about could not be looked at (`notes` say why).
 */
export type LabStepState = 'pass' | 'fail' | 'missing' | 'unproved';

export interface LabStepReport {
  readonly number: number;
  readonly id: string;
  readonly state: LabStepState;
  readonly findings: readonly LabFinding[];
  /** What was compared with what, or could not be; one sentence each. */
  readonly notes: readonly string[];
}

/** What a grader says of a folder. */
export interface LabReport {
  readonly lab: LabName;
  /** Whether every step is `pass`. */
  readonly passed: boolean;
  /** The workload it was judged by, `Deployment payments`; null where none could be read. */
  readonly workload: string | null;
  readonly steps: readonly LabStepReport[];
}
