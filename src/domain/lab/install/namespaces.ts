import { field, textAt, textEntries } from '../../anatomy/fields.ts';
import { InputFault } from '../../fault.ts';
import { findObjects } from '../../manifest/objects.ts';
import { isNamespaceName, NAMESPACE_RULE } from '../../namespace-name.ts';
import { readYaml } from '../../yaml/document.ts';
import { linesOf, shown } from './judge.ts';
import { type InstallNames, LAB_NAMES, type Looked, type NamespaceView } from './model.ts';

export const INJECTION_LABEL = 'istio-injection';
export const REVISION_LABEL = 'istio.io/rev';

/** Whether the label of the lab is there with its value. */
export function isLabelled({ labels }: NamespaceView): boolean {
  return labels.get(INJECTION_LABEL) === 'enabled';
}

/**
 * Whether a webhook of Istio would inject in it: `istio-injection=enabled`, or a revision where that label is not there
 * (the namespaceSelectors of istio-sidecar-injector).
 */
export function isInjected({ labels }: NamespaceView): boolean {
  const label = labels.get(INJECTION_LABEL);
  return label === undefined ? (labels.get(REVISION_LABEL) ?? '') !== '' : label === 'enabled';
}

/** The labels of injection that a namespace has, `istio-injection=disabled` among them. */
export function injectionLabels({ labels }: NamespaceView): readonly string[] {
  return [INJECTION_LABEL, REVISION_LABEL].flatMap((key) => {
    const value = labels.get(key);
    return value === undefined ? [] : [`${key}=${value}`];
  });
}

/**
 * The Namespaces of a YAML text, those of Lists included; of several with one name the last counts, as it does when applied.
 * A text with one that no cluster takes is not used: `kubectl apply` ends with an error.
 */
export function readNamespaces(name: string, text: string): Looked<readonly NamespaceView[]> {
  try {
    const found = new Map<string, NamespaceView>();
    for (const { kind, value } of findObjects(readYaml(name, text)).objects) {
      // With `generateName` the API server makes up another one.
      const called = textAt(value, 'metadata', 'name') ?? '';
      if (kind !== 'Namespace' || (textAt(value, 'apiVersion') ?? 'v1') !== 'v1' || called === '') continue;
      if (!isNamespaceName(called)) return { kind: 'unseen', why: noName(called) };
      found.set(called, { name: called, labels: new Map(textEntries(field(value, 'metadata', 'labels'))) });
    }
    return { kind: 'seen', value: [...found.values()] };
  } catch (thrown) {
    if (!(thrown instanceof InputFault)) throw thrown;
    return { kind: 'unseen', why: thrown.message.replace(/\.$/, '') };
  }
}

/** Why a namespace cannot be called so, without a full stop. */
export function noName(name: string): string {
  return `no cluster takes a namespace called ${shown(name)}: ${NAMESPACE_RULE[0]?.toLowerCase()}${NAMESPACE_RULE.slice(1, -1)}`;
}

/** Two Namespaces as the lab asks for them, ready for `kubectl apply`. */
export function writeNamespaces({ namespace, control }: InstallNames): string {
  const head = (name: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${JSON.stringify(name)}\n`;
  return `${head(namespace)}  labels:\n    ${INJECTION_LABEL}: enabled\n---\n${head(control)}`;
}

/** The namespaces that `writeNamespaces` writes. */
export function namesOfFile({ namespace, control }: InstallNames): readonly NamespaceView[] {
  return [
    { name: namespace, labels: new Map([[INJECTION_LABEL, 'enabled']]) },
    { name: control, labels: new Map() },
  ];
}

const NAMES_LINE = /^Namespaces of this lab: (\S+) \([^)]*\), (\S+) \([^)]*\)\.$/;

/** The line of out/injection-note.txt that tells a grader which namespaces the lab was done with. */
export function namesLine({ namespace, control }: InstallNames): string {
  return `Namespaces of this lab: ${namespace} (with ${INJECTION_LABEL}=enabled), ${control} (without).`;
}

/** Which namespaces are meant: those that were chosen, else those that the note says in the form of `namesLine`, else the lab's. */
export function namesOfLab(note: string | null, chosen: Partial<InstallNames> = {}): InstallNames {
  const said = linesOf(note ?? '').flatMap((line) => {
    const [, namespace, control] = NAMES_LINE.exec(line.trim()) ?? [];
    return namespace === undefined || control === undefined ? [] : [{ namespace, control }];
  })[0];
  return { ...(said ?? LAB_NAMES), ...chosen };
}

/** The text of a note without the line that only names the namespaces. */
export function withoutNamesLine(note: string): string {
  return linesOf(note)
    .filter((line) => !NAMES_LINE.test(line.trim()))
    .join('\n');
}
