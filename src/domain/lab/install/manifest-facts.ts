import { textAt } from '../../anatomy/fields.ts';
import { InputFault } from '../../fault.ts';
import { crdsByGroup } from '../../manifest/crds.ts';
import { namedCrds } from '../../manifest/named-crds.ts';
import { findObjects } from '../../manifest/objects.ts';
import { readYaml } from '../../yaml/document.ts';
import type { ReadText } from '../../yaml/shelf.ts';
import { linesOf } from './judge.ts';
import type { CrdView } from './model.ts';
import { insteadOf } from './program-words.ts';

/** How often each kind stands in a manifest, in the order in which they first do. */
export type KindCounts = ReadonlyMap<string, number>;

/** What the lab asks of a manifest. */
export interface ManifestFacts {
  /** Of the lines that begin with `kind:`, as the lab counts. */
  readonly kinds: KindCounts;
  /** How many lines begin with `kind:`. */
  readonly kindLines: number;
  /** A line with which istioctl, a shell or a dying program says that it is not whole; null where there is none. */
  readonly failure: { readonly said: string; readonly line: number } | null;
  /** `fault`: one sentence on why its documents could not be read. */
  readonly objects: ManifestObjects | { readonly fault: string; readonly line: number | null };
}

export interface ManifestObjects {
  /** In the order of the manifest. */
  readonly crds: readonly CrdView[];
  /** Whether an object is called istiod, or istiod-REVISION. */
  readonly istiod: boolean;
}

/** Counts what stands behind `kind:` at the beginning of lines, as `grep '^kind:' | sort | uniq -c` does. */
export function countKinds(text: string): KindCounts {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    const kind = /^kind:[ \t]*(["']?)([^"'#\s]+)\1/.exec(line)?.[2];
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Reads a manifest: every number is counted in its text. */
export function readManifestFacts(name: string, text: string, read: ReadText = readYaml): ManifestFacts {
  const lines = linesOf(text);
  const kindLines = lines.filter((line) => line.startsWith('kind:')).length;
  return {
    kinds: countKinds(text),
    kindLines,
    failure: failureIn(lines),
    objects: readObjects(name, text, read),
  };
}

/** No object of Kubernetes has a key of that name; within a text it would be indented. */
function failureIn(lines: readonly string[]): ManifestFacts['failure'] {
  const at = lines.findIndex(
    (line) => /^Error: /.test(line) || (/^\S/.test(line) && insteadOf([line]) !== null),
  );
  const said = lines[at];
  return said === undefined ? null : { said, line: at + 1 };
}

function readObjects(name: string, text: string, read: ReadText): ManifestFacts['objects'] {
  try {
    const { objects } = findObjects(read(name, text));
    const named = namedCrds(objects, crdsByGroup(objects));
    return {
      crds: objects
        .filter(({ kind }) => kind === 'CustomResourceDefinition')
        .map((object) => ({
          name: object.name,
          group: textAt(object.value, 'spec', 'group') ?? '',
          established: null,
          problem: named.find((one) => one.object === object.index)?.problem ?? null,
        })),
      istiod: objects.some((object) => /^istiod(?:-|$)/.test(object.name)),
    };
  } catch (thrown) {
    if (!(thrown instanceof InputFault)) throw thrown;
    return { fault: thrown.message, line: thrown.source?.line ?? null };
  }
}

/** Those whose group holds `istio.io`, as the lab's `jq '[.items[] | select(.spec.group | test("istio.io"))]'` finds them. */
export function istioCrds(crds: readonly CrdView[]): readonly CrdView[] {
  return crds.filter(({ group }) => group.includes('istio.io'));
}
