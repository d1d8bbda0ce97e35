import { inputFailure } from '../../contract/failure.ts';
import type { Note } from '../../contract/types.ts';
import { INIT_CONTAINERS } from '../../domain/anatomy/sidecar.ts';
import {
  choosePod,
  type InjectedPod,
  isInjectedPod,
  readInjectedPods,
} from '../../domain/lab/install/injected-pod.ts';
import { INSTALL_PATHS } from '../../domain/lab/install/paths.ts';
import { writeSidecar } from '../../domain/lab/install/write.ts';

/** What came of an injection, as data. */
export interface InjectedAsk {
  readonly text: string;
  /** Why workloads were not injected is among them. */
  readonly notes: readonly Note[];
  /** Name of the file that was injected. */
  readonly input: string;
  /** Name, or number counted from 1; without it the first that is injected. */
  readonly workload?: string;
}

/** What the install lab needs of an injection. */
export interface InjectedSidecar {
  /** `Deployment payments`. */
  readonly workload: string;
  /** `out/sidecar.json`. */
  readonly sidecar: string;
}

/**
 * Reads the workload that the lab is about.
 * @throws FailureError `no-workload`, `no-sidecar`, `no-interception`
 */
export function readSidecar(ask: InjectedAsk): InjectedSidecar {
  const pod = podOf(ask);
  return { workload: pod.title, sidecar: writeSidecar(pod) };
}

function podOf({ text, notes, input, workload }: InjectedAsk): InjectedPod {
  const read = readInjectedPods(INSTALL_PATHS.injected, text);
  if (read.kind === 'fault')
    throw inputFailure(
      'no-workload',
      `${input} holds no workload that kube-inject handles.`,
      'Give a file with a Deployment, a StatefulSet or another workload.',
    );
  const pod = choosePod(read.pods, { workload }, null);
  if (pod === null)
    throw inputFailure(
      'no-workload',
      `There is no workload ${workload ?? ''} in ${input}.`,
      `There are: ${read.pods.map(({ title }, index) => `${index + 1} ${title}`).join(', ')}.`,
    );
  if (isInjectedPod(pod)) return withInit(pod);
  const index = read.pods.indexOf(pod);
  const reason = notes.find((note) => note.workload === index && note.message.includes('was not injected'));
  throw inputFailure(
    'no-sidecar',
    reason?.message ?? `${pod.title} was not injected, so there is no sidecar to take apart.`,
    'Choose an injected workload with --workload, or have this one injected.',
  );
}

/** Steps 5 and 7 are about how traffic is taken to Envoy: of a workload in which nothing takes it, that is told before. */
function withInit(pod: InjectedPod): InjectedPod {
  if (pod.initContainers.some((name) => INIT_CONTAINERS.has(name))) return pod;
  throw inputFailure(
    'no-interception',
    `${pod.title} was injected without istio-init and istio-validation, as interceptionMode NONE asks: nothing takes its traffic to Envoy, and steps 5 and 7 of this lab are about that.`,
    'Choose another workload, or one without that annotation and setting.',
  );
}
