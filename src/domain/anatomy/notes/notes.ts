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
import { cronJobMetadata, hostNetwork, labelOnWorkload, revisionDisagrees } from './labels.ts';
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
  hostNetwork,
  alreadyInjected,
  nothingToCompare,
  labelOnWorkload,
  revisionDisagrees,
  cronJobMetadata,
  restrictedNamespace,
  noAppContainer,
  windowsPod,
  proxyUser,
  userProxyContainer,
  noReadiness,
  lifecycleReplacesHold,
  prometheusPort,
  caAndDiscoveryDisagree,
  missingToken,
  meshNotInPod,
];

/** Everything worth telling of one workload. */
export function workloadNotes(context: NoteContext): readonly Note[] {
  return MAKERS.flatMap((make) => make(context));
}
