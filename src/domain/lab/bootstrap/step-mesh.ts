import type { LabFiles } from '../model.ts';
import { caAddressOf, type WorkloadFacts } from './facts.ts';
import { fileAt, finding, NOTHING, quote, type StepResult, withText } from './findings.ts';
import { checkKeyValues, exactly, type KeyRule } from './key-values.ts';
import type { MeshReference } from './mesh.ts';

export const MESH_KEYS = ['discovery_address', 'root_namespace', 'trust_domain', 'ca_addr_same'] as const;

const FILE = '03-mesh.txt';
const anything = (key: string): KeyRule => ({ key, fault: () => null });

/**
 * Step 3: the mesh's own values, and whether its address is the one that certificates come from.
 * @param facts of the workload in inject.yaml; null where there is none to read
 */
export function gradeMesh(files: LabFiles, mesh: MeshReference, facts: WorkloadFacts | null): StepResult {
  const caAddress = facts === null ? null : caAddressOf(facts);
  switch (mesh.kind) {
    case 'known': {
      const { discoveryAddress, rootNamespace, trustDomain } = mesh.facts;
      const rules = [
        exactly('discovery_address', discoveryAddress, mesh.from),
        exactly('root_namespace', rootNamespace, mesh.from),
        exactly('trust_domain', trustDomain, mesh.from),
        caRule(caAddress, discoveryAddress, mesh.from),
      ];
      const notes = [
        ...mesh.notes,
        ...otherMesh(trustDomain, facts, mesh.from),
        ...noWorkload(files, caAddress),
      ];
      return withNotes(check(files, rules), notes, caAddress === null);
    }
    case 'broken': {
      const result = check(files, MESH_KEYS.map(anything));
      const broken = finding('mesh-config.yaml', mesh.why, mesh.line);
      return { ...result, findings: [broken, ...result.findings] };
    }
    case 'inside': {
      const { discoveryAddress: address, trustDomain } = mesh;
      const rules = [
        address === null
          ? anything('discovery_address')
          : exactly('discovery_address', address.value, address.from),
        filled('root_namespace'),
        trustDomain === null
          ? anything('trust_domain')
          : exactly('trust_domain', trustDomain, 'TRUST_DOMAIN in inject.yaml'),
        address === null ? anything('ca_addr_same') : caRule(caAddress, address.value, address.from),
      ];
      const notes = [
        mesh.why,
        'root_namespace stands in no other file: whether it is right was not looked at.',
      ];
      return withNotes(check(files, rules), [...notes, ...noWorkload(files, caAddress)], true);
    }
  }
}

function check(files: LabFiles, rules: readonly KeyRule[]): StepResult {
  return withText(files, FILE, (text) => ({ ...NOTHING, findings: checkKeyValues(FILE, text, rules) }));
}

function withNotes(result: StepResult, notes: readonly string[], unproved: boolean): StepResult {
  return { ...result, notes: [...result.notes, ...notes], unproved };
}

/** A workload that was injected for another mesh is no fault of the file, but worth knowing. */
function otherMesh(trustDomain: string, facts: WorkloadFacts | null, from: string): readonly string[] {
  const told = facts?.env.find(([key]) => key === 'TRUST_DOMAIN')?.[1] ?? null;
  return told === null || told === trustDomain
    ? []
    : [
        `TRUST_DOMAIN in inject.yaml is ${quote(told)}: it was injected with another mesh configuration than ${from}.`,
      ];
}

function noWorkload(files: LabFiles, caAddress: string | null): readonly string[] {
  if (caAddress !== null) return [];
  const why =
    fileAt(files, 'inject.yaml').kind === 'missing'
      ? 'there is no inject.yaml yet, which step 1 makes'
      : 'inject.yaml cannot be used';
  return [`ca_addr_same was not looked at: there is no CA_ADDR to compare with, as ${why}.`];
}

function filled(key: string): KeyRule {
  return { key, fault: (value) => (value.trim() === '' ? 'a mesh has one' : null) };
}

function caRule(caAddress: string | null, discoveryAddress: string, from: string): KeyRule {
  const key = 'ca_addr_same';
  if (caAddress === null) return anything(key);
  const same = caAddress === discoveryAddress;
  const right = same ? 'yes' : 'no';
  const why = same
    ? `both files say ${discoveryAddress}`
    : `CA_ADDR in inject.yaml is ${caAddress === '' ? 'empty' : caAddress}, and ${from} says ${discoveryAddress}`;
  return {
    key,
    fault: (value) => {
      if (value === right) return null;
      return value === 'yes' || value === 'no' ? why : `it is yes or no, here ${right}: ${why}`;
    },
  };
}

/** What `ca_addr_same` has to say. */
export function caAnswer(caAddress: string | null, discoveryAddress: string): 'yes' | 'no' {
  return caAddress === discoveryAddress ? 'yes' : 'no';
}
