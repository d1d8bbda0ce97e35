import { readFileSync } from 'node:fs';
import { field } from '../../src/domain/anatomy/fields.ts';
import { proxyContainer } from '../../src/domain/anatomy/sidecar.ts';
import { findWorkloads } from '../../src/domain/anatomy/workloads.ts';
import { type StartChoice, startValues } from '../../src/domain/bootstrap/start-values.ts';
import { labProxy } from '../../src/domain/lab/bootstrap/expected.ts';
import { readWorkloadFacts } from '../../src/domain/lab/bootstrap/facts.ts';
import type { BootstrapLabReference } from '../../src/domain/lab/bootstrap/grade.ts';
import { gradeBootstrapLab } from '../../src/domain/lab/bootstrap/grade.ts';
import { readMesh } from '../../src/domain/lab/bootstrap/mesh.ts';
import { nameOf } from '../../src/domain/lab/bootstrap/subject.ts';
import {
  bootstrapTexts,
  meshText,
  nodeFileText,
  outputText,
  readyText,
  reportFileText,
  valuesText,
} from '../../src/domain/lab/bootstrap/write.ts';
import { LAB_INPUTS, LABS, type LabFile, type LabReport } from '../../src/domain/lab/model.ts';
import { readYaml, type YamlMap } from '../../src/domain/yaml/document.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/payments/${name}`, import.meta.url), 'utf8');

/** Texts of a folder of the bootstrap lab, by path; what is not named is missing. */
export type Folder = Readonly<Record<string, string>>;

export interface FolderChoice {
  readonly injected?: string;
  readonly mesh?: string;
  readonly start?: StartChoice;
  /** Index among the workloads. */
  readonly workload?: number;
}

/** What a recorded Envoy said; tests on the real one are in test/real. */
const ACCEPTED = `[2026-11-30 10:00:00.000][1][info][main] [source/server/server.cc:989] runtime: {}
configuration 'bootstrap.yaml' OK
`;
const REFUSED = `[2026-11-30 10:00:00.000][1][critical][main] [source/server/config_validation/server.cc:76] error initializing configuration 'boot-typo.yaml': Unknown gRPC client cluster 'istiod-xds'
`;

/** A folder as the writers make it, from recorded texts. */
export function labFolder(choice: FolderChoice = {}): Folder {
  const { injected = fixture('injected.yaml'), mesh: meshConfig = fixture('mesh-config.yaml') } = choice;
  const places = findWorkloads(readYaml('inject.yaml', injected));
  const place = places.filter((one) => proxyContainer(one) !== null)[choice.workload ?? 0];
  const facts = place === undefined ? null : readWorkloadFacts(place);
  if (place === undefined || facts === null) throw new Error('the fixture has a sidecar');
  const mesh = readMesh({ name: 'mesh-config.yaml', text: meshConfig });
  const start = startValues(place, choice.start ?? {});
  const proxy = labProxy(place, mesh.document, start, mesh.discoveryAddress);
  if (proxy === null) throw new Error('the fixture has a proxy');
  const { lab, typo } = bootstrapTexts(proxy);
  const node = field(readYaml('bootstrap.yaml', lab).documents[0]?.value, 'node') as YamlMap;
  const ready = { code: 503, body: 'PRE_INITIALIZING', connectedState: 0 };
  return {
    'mesh-config.yaml': meshConfig,
    'inject.yaml': injected,
    '01-args.txt': valuesText(facts.args),
    '02-env.txt': valuesText(facts.env),
    '03-mesh.txt': meshText(mesh, facts),
    'bootstrap.yaml': lab,
    '04-validate.txt': outputText(ACCEPTED, 0),
    'boot-typo.yaml': typo,
    '05-typo.txt': outputText(REFUSED, 1),
    '06-node.json': nodeFileText(node),
    '06-ready.txt': readyText(ready),
    '07-identity.txt': valuesText(facts.identity),
    '08-report.md': reportFileText({
      workload: nameOf(place),
      facts,
      discoveryAddress: mesh.discoveryAddress,
      start,
      labStart: startValues(place, {}),
      ownAddress: null,
      typo: { exitCode: 1, reason: "Unknown gRPC client cluster 'istiod-xds'" },
      ready,
      openedPort: null,
    }),
  };
}

/** Grades a folder. */
export function grade(folder: Folder, reference: BootstrapLabReference = {}): LabReport {
  const paths = [...LAB_INPUTS.bootstrap, ...LABS.bootstrap.flatMap(({ files }) => files)];
  const files = paths.map((path): [string, LabFile] => {
    const text = folder[path];
    return [path, text === undefined ? { kind: 'missing' } : { kind: 'text', text }];
  });
  return gradeBootstrapLab(new Map(files), reference);
}

/** What does not pass, a line a finding: `3 fail 03-mesh.txt:4 …`. */
export function complaints(report: LabReport): readonly string[] {
  return report.steps
    .filter(({ state }) => state !== 'pass')
    .flatMap(({ number, state, findings }) =>
      findings.length === 0
        ? [`${number} ${state}`]
        : findings.map(({ file, line, message }) => `${number} ${state} ${file}:${line ?? ''} ${message}`),
    );
}
