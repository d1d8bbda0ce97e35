import { textAt } from '../../anatomy/fields.ts';
import type { WorkloadPlace } from '../../anatomy/workloads.ts';
import { readProxy } from '../../bootstrap/proxy.ts';
import { startValues } from '../../bootstrap/start-values.ts';
import { InputFault } from '../../fault.ts';
import { classifyInjectionFile } from '../../inject/injection-files.ts';
import { readYaml, type SourceDocument } from '../../yaml/document.ts';
import type { LabFiles } from '../model.ts';
import { fileAt, textOf } from './findings.ts';
import { singleValue } from './key-values.ts';

/** A mesh configuration, or a ConfigMap or manifest that holds one. */
export interface MeshText {
  readonly name: string;
  readonly text: string;
}

/** What step 3 reads out of a mesh configuration. */
export interface MeshFacts {
  readonly discoveryAddress: string;
  readonly rootNamespace: string;
  readonly trustDomain: string;
  /** Fields that the text does not name, so that Istio's own value counts. */
  readonly presets: readonly string[];
  readonly document: SourceDocument | null;
}

/** What Istio takes where a mesh configuration says nothing (istio.io/istio/pkg/config/mesh, DefaultMeshConfig). */
const PRESETS = {
  discoveryAddress: 'istiod.istio-system.svc:15012',
  rootNamespace: 'istio-system',
  trustDomain: 'cluster.local',
} as const;

/** Reads a mesh configuration. Throws InputFault when it is no YAML. */
export function readMesh({ name, text }: MeshText): MeshFacts {
  const bare = readYaml(name, text).documents[0] ?? null;
  // A ConfigMap or a manifest has kinds; a mesh configuration has none.
  const part =
    textAt(bare?.value, 'kind') === null ? undefined : classifyInjectionFile(name, text).parts.mesh;
  const document = part === undefined ? bare : (readYaml(name, part).documents[0] ?? null);
  const said = {
    discoveryAddress: textAt(document?.value, 'defaultConfig', 'discoveryAddress'),
    rootNamespace: textAt(document?.value, 'rootNamespace'),
    trustDomain: textAt(document?.value, 'trustDomain'),
  };
  const presets = (['discoveryAddress', 'rootNamespace', 'trustDomain'] as const).filter(
    // An empty text is what protobuf takes for a field that is not there.
    (key) => (said[key] ?? '') === '',
  );
  return {
    discoveryAddress: said.discoveryAddress || PRESETS.discoveryAddress,
    rootNamespace: said.rootNamespace || PRESETS.rootNamespace,
    trustDomain: said.trustDomain || PRESETS.trustDomain,
    presets,
    document,
  };
}

/** What step 3 is judged by. */
export type MeshReference =
  | {
      readonly kind: 'known';
      readonly facts: MeshFacts;
      readonly from: string;
      readonly notes: readonly string[];
    }
  /** No mesh configuration is at hand: only what agrees inside the folder can be told. */
  | {
      readonly kind: 'inside';
      /** What the injected proxy was told, and from where; null where nothing in the folder tells. */
      readonly discoveryAddress: { readonly value: string; readonly from: string } | null;
      readonly trustDomain: string | null;
      readonly why: string;
    }
  /** mesh-config.yaml is in the folder and cannot be used. */
  | { readonly kind: 'broken'; readonly why: string; readonly line: number | null };

export interface MeshSources {
  /** Named by who asks; before anything else. */
  readonly mesh?: MeshText;
  /** Others that may be the folder's, best first, with where they are from in words. */
  readonly candidates?: readonly (MeshText & {
    readonly from: string;
    /** Taken only where its trust domain is the one that the workload was injected with. */
    readonly onlyIfItFits: boolean;
  })[];
}

/** Finds the mesh configuration that a folder is judged by: what is named, the folder's own, what else is at hand. */
export function findMesh(files: LabFiles, sources: MeshSources, place: WorkloadPlace | null): MeshReference {
  if (sources.mesh !== undefined) return known(sources.mesh, sources.mesh.name);
  const own = fileAt(files, 'mesh-config.yaml');
  if (own.kind === 'unreadable') return { kind: 'broken', why: own.why, line: null };
  if (own.kind === 'text')
    return knownOrBroken({ name: 'mesh-config.yaml', text: own.text }, 'mesh-config.yaml');
  const told = place === null ? null : trustDomainOf(place);
  for (const candidate of sources.candidates ?? []) {
    const reference = knownOrBroken(candidate, candidate.from);
    if (reference.kind === 'broken') continue;
    if (!candidate.onlyIfItFits || told === null || reference.facts.trustDomain === told) return reference;
  }
  return inside(files, place, told);
}

function known({ name, text }: MeshText, from: string): MeshReference & { readonly kind: 'known' } {
  const facts = readMesh({ name, text });
  const notes = [
    `Compared with ${from}.`,
    ...facts.presets.map(
      (key) => `${from} names no ${key}: Istio's own counts, ${PRESETS[key as keyof typeof PRESETS]}.`,
    ),
  ];
  return { kind: 'known', facts, from, notes };
}

function knownOrBroken(text: MeshText, from: string): MeshReference & { readonly kind: 'known' | 'broken' } {
  try {
    return known(text, from);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { kind: 'broken', why: error.message, line: error.source?.line ?? null };
  }
}

function inside(files: LabFiles, place: WorkloadPlace | null, trustDomain: string | null): MeshReference {
  const why =
    'No mesh configuration is at hand (mesh-config.yaml in the folder, or --mesh): what the files say of each other was compared.';
  const told = place === null ? null : proxyAddress(place);
  const written = singleValue(textOf(files, '03-mesh.txt'), 'discovery_address');
  const discoveryAddress =
    told !== null
      ? { value: told, from: 'the configuration of the proxy in inject.yaml' }
      : written === null
        ? null
        : { value: written, from: '03-mesh.txt' };
  return { kind: 'inside', discoveryAddress, trustDomain, why };
}

/** What the mesh told the proxy, as the injector wrote it into PROXY_CONFIG; else what pilot-agent has built in. */
function proxyAddress(place: WorkloadPlace): string | null {
  return readProxy(place, null, startValues(place, {}), true)?.discoveryAddress ?? null;
}

function trustDomainOf(place: WorkloadPlace): string | null {
  return readProxy(place, null, startValues(place, {}), true)?.variables.get('TRUST_DOMAIN')?.value ?? null;
}
