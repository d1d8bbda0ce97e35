import type { BootstrapVariant, Part, WorkloadSummary } from '../../anatomy/model.ts';
import type { SceneName } from '../../diagram/scene.ts';
import type { LabName } from '../model.ts';
import { BOOTSTRAP_GUIDE } from './bootstrap.ts';
import { INSTALL_GUIDE } from './install.ts';

/** Something to look at on the stage in a step. */
export interface Look {
  readonly words: string;
  readonly match: (part: Part) => boolean;
  /** So much of it lies in a fold that it is lit when it is pointed at, and not beside others. */
  readonly apart?: true;
}

/** What of an install manifest a step is about: the program that makes it, all of it, or its types. */
export type ManifestBoardName = 'program' | 'manifest' | 'crds';

/** Names of the three files that kube-inject is given. */
export interface InjectionNames {
  readonly config: string;
  readonly mesh: string;
  readonly values: string;
}

/** What the commands of a step are written for. */
export interface GuideNames {
  readonly workload: Pick<WorkloadSummary, 'kind' | 'name' | 'sidecar'>;
  /** The file that is injected. */
  readonly file: string;
  /** Whether native sidecars are asked for, for workloads that do not say themselves. */
  readonly native: boolean;
  /** Files that a person gave for the bootstrap lab; null: those of a generated manifest. */
  readonly injection: InjectionNames | null;
  readonly adminPort: number;
  /** The namespace that gets sidecars, and the one that does not. */
  readonly namespace: string;
  readonly control: string;
  /** The file that is taken as the manifest; null when it is generated. */
  readonly manifest: string | null;
  /** What the manifest is generated with, `KEY=VALUE`. */
  readonly sets: readonly string[];
  /** The kubeconfig of the cluster that is asked; null without one: files are all there is. */
  readonly kubeconfig: string | null;
}

/** What a person needs to know to do a step, or to watch it being done. */
export interface StepGuide {
  readonly title: string;
  /** What is to be there afterwards. */
  readonly goal: string;
  readonly why: string;
  /** The scene in which it is to be seen, and the bootstrap on the stage; null where it does not matter. */
  readonly scene: SceneName;
  readonly variant: BootstrapVariant | null;
  readonly look: readonly Look[];
  /** What stands in the place of a pod that has nothing to do with this step. */
  readonly board?: ManifestBoardName;
  /** By path, what a file has to hold, its values left out but for the admin port. */
  readonly forms?: (adminPort: number) => Readonly<Record<string, string>>;
  /** Commands for a POSIX shell in the lab's folder, with kubectl, yq (v4), jq and curl: one way to do it by hand. */
  readonly byHand: (names: GuideNames) => readonly string[];
}

const GUIDES: Readonly<Record<LabName, Readonly<Record<string, StepGuide>>>> = {
  bootstrap: BOOTSTRAP_GUIDE,
  install: INSTALL_GUIDE,
};

/** The guide of a step of a lab (`LABS` names them). Throws RangeError for a step that the lab has not. */
export function guideOf(lab: LabName, id: string): StepGuide {
  const guides = GUIDES[lab];
  const guide = Object.hasOwn(guides, id) ? guides[id] : undefined;
  if (guide === undefined) throw new RangeError(`the ${lab} lab has no step ${id}`);
  return guide;
}

/** The parts that a step is about, in the order of the anatomy. */
export function partsToLookAt(guide: StepGuide, parts: readonly Part[]): readonly string[] {
  const { look } = guide;
  const lit = look.length === 1 ? look : look.filter(({ apart }) => apart !== true);
  return parts.filter((part) => lit.some(({ match }) => match(part))).map(({ id }) => id);
}
