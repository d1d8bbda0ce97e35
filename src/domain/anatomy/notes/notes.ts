import type { Note } from '../model.ts';
import {
  alreadyInjected,
  noAppContainer,
  noReadiness,
  proxyUser,
  restrictedNamespace,
  userProxyContainer,
  windowsPod,
} from './containers.ts';
import type { NoteContext, NoteMaker } from './context.ts';
import { cronJobMetadata, revisionDisagrees } from './labels.ts';
import { mountsWithoutVolume } from './mounts.ts';
import {
  caAndDiscoveryDisagree,
  lifecycleReplacesHold,
  meshNotInPod,
  missingToken,
  nothingToCompare,
  prometheusPort,
} from './proxy.ts';

/** In the order in which they are told. */
const MAKERS: readonly NoteMaker[] = [
  alreadyInjected,
  nothingToCompare,
  revisionDisagrees,
  cronJobMetadata,
  restrictedNamespace,
  noAppContainer,
  windowsPod,
  mountsWithoutVolume,
  proxyUser,
  userProxyContainer,
  noReadiness,
  lifecycleReplacesHold,
  prometheusPort,
  caAndDiscoveryDisagree,
  missingToken,
  meshNotInPod,
];

/**
 * Everything worth telling of what a workload became. Why it was not injected, and what kube-inject leaves unsaid about
 * the input as it is written, is told by `domain/inject`.
 */
export function workloadNotes(context: NoteContext): readonly Note[] {
  return MAKERS.flatMap((make) => make(context));
}
