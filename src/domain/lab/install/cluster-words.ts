import { begin } from './grade-install.ts';
import { istioCrds } from './manifest-facts.ts';
import {
  type ClusterView,
  type CrdView,
  type InstallNames,
  type NamespaceView,
  type NoCluster,
  silenceOf,
} from './model.ts';
import { INJECTION_LABEL, injectionLabels, isInjected, isLabelled, namesOfFile } from './namespaces.ts';
import { INSTALL_PATHS } from './paths.ts';
import { NOT_ASKED, notAsked, type Readiness } from './write.ts';

/** What out/injection-note.txt says of the two namespaces: nothing where the cluster has them as the lab asks. */
export function namespaceState(names: InstallNames, view: ClusterView | NoCluster): readonly string[] {
  if (view.kind === 'none') return [`Neither was created: ${NOT_ASKED} (${view.why}). ${standing(names)}`];
  const silence = silenceOf(view);
  if (silence !== null) return [`Neither was created: ${silence}. ${standing(names)}`];
  const { name, namespaces } = view;
  if (namespaces.kind === 'unseen')
    return [`Whether ${name} has them could not be read: ${namespaces.why}. ${standing(names)}`];
  const lacks = lackings(names, name, namespaces.value);
  return lacks.length === 0 ? [] : [...lacks, standing(names)];
}

/** Whether namespaces.yaml is there for what a cluster does not have, or is not known to have. */
export function needsNamespaces(names: InstallNames, view: ClusterView | NoCluster): boolean {
  return namespaceState(names, view).length > 0;
}

function lackings(
  { namespace, control }: InstallNames,
  cluster: string,
  found: readonly NamespaceView[],
): readonly string[] {
  const [labelled, other] = [namespace, control].map((name) => found.find((one) => one.name === name));
  const sentences: string[] = [];
  const none = (name: string): string => `There is no namespace ${name} in ${cluster}; it was not created.`;
  if (labelled === undefined) sentences.push(none(namespace));
  else if (!isLabelled(labelled))
    sentences.push(
      `${namespace} has no label ${INJECTION_LABEL}=enabled in ${cluster}; it was not given one.`,
    );
  if (other === undefined) sentences.push(none(control));
  else if (injectionLabels(other).length > 0)
    sentences.push(
      `${control} has ${injectionLabels(other).join(' and ')} in ${cluster}; it was not taken away.`,
    );
  return sentences;
}

function standing({ namespace, control }: InstallNames): string {
  return `They stand in ${INSTALL_PATHS.namespaces}, for kubectl apply -f: ${namespace} with ${INJECTION_LABEL}=enabled, ${control} without a label.`;
}

/** The values of out/mesh-readiness.json: the cluster's, and in place of what it does not say those of the files. */
export function readinessOf(
  names: InstallNames,
  view: ClusterView | NoCluster,
  inManifest: readonly CrdView[],
  analyzeErrors: number,
): Readiness {
  const silence = silenceOf(view);
  const isMute = view.kind === 'none' || silence !== null;
  const { crds, namespaces } = isMute ? { crds: null, namespaces: null } : view;
  const notes: string[] = [];
  const inFile = (what: string, from: string): void => void notes.push(`${what} is that of ${from}.`);
  if (view.kind === 'none') notes.push(`${notAsked(view.why)}, and nothing was applied.`);
  if (silence !== null) notes.push(`${begin(silence)}, and nothing was applied.`);
  if (crds?.kind !== 'seen') {
    if (crds !== null)
      notes.push(`The CustomResourceDefinitions of the cluster could not be read: ${crds.why}.`);
    inFile('istio_crds', INSTALL_PATHS.manifest);
  }
  if (namespaces?.kind !== 'seen') {
    if (namespaces !== null)
      notes.push(`The namespaces of the cluster could not be read: ${namespaces.why}.`);
    inFile('injection_namespaces', INSTALL_PATHS.namespaces);
  }
  const found = namespaces?.kind === 'seen' ? namespaces.value : namesOfFile(names);
  return {
    istioCrds: istioCrds(crds?.kind === 'seen' ? crds.value : inManifest).length,
    namespaces: found.filter(isInjected).map(({ name }) => name),
    analyzeErrors,
    note: notes.length === 0 ? null : notes.join(' '),
  };
}
