import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import { startValues } from '../../bootstrap/start-values.ts';
import { InputFault } from '../../fault.ts';
import { readYaml } from '../../yaml/document.ts';
import type { LabFiles } from '../model.ts';
import { type Entry, topEntry } from './entry.ts';
import { expectedNode, labProxy } from './expected.ts';
import {
  ARGUMENT_KEYS,
  ENV_NAMES,
  IDENTITY_KEYS,
  readWorkloadFacts,
  type WorkloadFacts,
  writtenValues,
} from './facts.ts';
import { textOf } from './findings.ts';
import { singleValue, valueText } from './key-values.ts';

/** Something that a file of the folder says of its workload: `node.cluster of bootstrap.yaml`, and what. */
type Said = ReadonlyMap<string, string>;

const LINES = [
  ['01-args.txt', 'args', ARGUMENT_KEYS],
  ['02-env.txt', 'env', ENV_NAMES],
  ['07-identity.txt', 'identity', IDENTITY_KEYS],
] as const satisfies readonly (readonly [string, keyof WorkloadFacts, readonly string[]])[];

/** Files that hold the node of an Envoy, in the order of their steps. */
const NODES = ['bootstrap.yaml', 'boot-typo.yaml', '06-node.json'] as const;

/**
 * Those of some workloads whose values the files of a folder carry: all that agree with the same, the largest number of
 * values. Where the files say nothing by which they differ, these are all.
 * @param bootstraps what was read of both bootstraps already, by path
 */
export function likest(
  places: readonly WorkloadPlace[],
  files: LabFiles,
  bootstraps: ReadonlyMap<string, Entry | null>,
): readonly WorkloadPlace[] {
  const said = saidIn(files, bootstraps);
  if (said.size === 0) return places;
  const agreements = places.map((place) => agreement(place, said));
  const most = Math.max(...agreements);
  return places.filter((_, index) => agreements[index] === most);
}

function saidIn(files: LabFiles, bootstraps: ReadonlyMap<string, Entry | null>): Said {
  const said = new Map<string, string>();
  for (const [file, , keys] of LINES) {
    const text = textOf(files, file);
    for (const key of keys) {
      const value = singleValue(text, key);
      if (value !== null) said.set(`${key} of ${file}`, value);
    }
  }
  for (const file of NODES) {
    const node =
      file === '06-node.json' ? nodeOf(file, textOf(files, file)) : bootstraps.get(file)?.at('node');
    if (node == null) continue;
    for (const [key, value] of nodeValues((...path) => node.at(...path).text))
      said.set(`${key} of ${file}`, value);
  }
  return said;
}

/** What cannot be read says nothing of a workload; that is told by its own step. */
function nodeOf(file: string, text: string | null): Entry | null {
  if (text === null) return null;
  try {
    const [document] = readYaml(file, text).documents;
    return document === undefined ? null : topEntry(document);
  } catch (error) {
    if (error instanceof InputFault) return null;
    throw error;
  }
}

const METADATA = ['CLUSTER_ID', 'MESH_ID', 'NAMESPACE', 'WORKLOAD_NAME'] as const;

function nodeValues(
  at: (...path: readonly string[]) => string | null,
): readonly (readonly [string, string])[] {
  const fields = (at('id') ?? '').split('~').map((value, index) => [`node.id ${index}`, value] as const);
  const others = [['cluster'], ...METADATA.map((key) => ['metadata', key])].flatMap((path) => {
    const value = at(...path);
    return value === null ? [] : [[`node.${path.join('.')}`, value] as const];
  });
  return [...fields, ...others];
}

/** How many of the values in the files are those of a workload. */
function agreement(place: WorkloadPlace, said: Said): number {
  const facts = readWorkloadFacts(place);
  let agreed = 0;
  const count = (what: string, ...right: readonly string[]): void => {
    const value = said.get(what);
    if (value !== undefined && right.includes(value)) agreed += 1;
  };
  if (facts !== null)
    for (const [file, part] of LINES)
      for (const [key, value] of writtenValues(facts[part])) count(`${key} of ${file}`, valueText(value));
  const proxy = labProxy(place, null, startValues(place, {}), null);
  if (proxy === null) return agreed;
  const { id, cluster, metadata } = expectedNode(proxy);
  for (const file of NODES) {
    for (const [index, { value }] of id.entries()) count(`node.id ${index} of ${file}`, value);
    count(`node.cluster of ${file}`, ...cluster);
    for (const key of METADATA) count(`node.metadata.${key} of ${file}`, String(metadata[key] ?? ''));
  }
  return agreed;
}
