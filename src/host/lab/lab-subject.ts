import { inputFailure } from '../../contract/failure.ts';
import type { NamedText } from '../../contract/types.ts';
import type { StartValues } from '../../domain/anatomy/model.ts';
import { proxyContainer } from '../../domain/anatomy/sidecar.ts';
import { findWorkloads, type WorkloadPlace } from '../../domain/anatomy/workloads.ts';
import type { Json } from '../../domain/bootstrap/json.ts';
import { nodeIdFields, type ProxyInput } from '../../domain/bootstrap/proxy.ts';
import { type StartChoice, startValues } from '../../domain/bootstrap/start-values.ts';
import { labProxy } from '../../domain/lab/bootstrap/expected.ts';
import { readWorkloadFacts, type WorkloadFacts } from '../../domain/lab/bootstrap/facts.ts';
import { readMesh } from '../../domain/lab/bootstrap/mesh.ts';
import type { KnownBootstraps } from '../../domain/lab/bootstrap/step-bootstrap.ts';
import { nameOf } from '../../domain/lab/bootstrap/subject.ts';
import { bootstrapTexts, meshText } from '../../domain/lab/bootstrap/write.ts';
import type { ReadText } from '../../domain/yaml/shelf.ts';

/** What came of an injection, and which of its workloads the lab is about. */
export interface SubjectAsk {
  readonly injected: NamedText;
  readonly meshConfig: NamedText;
  /** Name, or number counted from 1; without it the first that is injected. */
  readonly workload?: string;
  readonly start: StartChoice;
}

/** What the bootstrap lab reads and writes out of an injection; data only, so that another thread may read it. */
export interface LabSubject {
  /** `Deployment payments`. */
  readonly workload: string;
  readonly facts: WorkloadFacts;
  /** `mesh-config.yaml`. */
  readonly meshConfig: string;
  readonly discoveryAddress: string;
  /** `03-mesh.txt`. */
  readonly meshLines: string;
  readonly start: StartValues;
  readonly labStart: StartValues;
  /** Where a real proxy of this workload would go, when that is not the mesh's own address. */
  readonly ownAddress: string | null;
  /** `bootstrap.yaml`, what it says, and `boot-typo.yaml`. */
  readonly texts: { readonly lab: string; readonly value: Json; readonly typo: string };
}

/**
 * Reads an injection for the lab; `known`: what the bootstraps say, for who grades them on this thread.
 * @throws FailureError `no-workload`, `no-sidecar`, `node-field`; InputFault for texts that cannot be used
 */
export function readLabSubject(
  { injected, meshConfig, workload, start: choice }: SubjectAsk,
  read: ReadText,
): { readonly subject: LabSubject; readonly known: KnownBootstraps } {
  const places = findWorkloads(read(injected.name, injected.text));
  const place = chooseInjected(places, workload);
  const facts = readWorkloadFacts(place);
  const mesh = readMesh(meshConfig);
  const start = startValues(place, choice);
  const proxy = labProxy(place, mesh.document, start, mesh.discoveryAddress);
  const own = labProxy(place, mesh.document, start, null)?.discoveryAddress ?? null;
  if (facts === null || proxy === null) throw notInjected(place);
  refuseTilde(place, proxy);
  const { lab, typo, value, known } = bootstrapTexts(proxy);
  return {
    known,
    subject: {
      workload: nameOf(place),
      facts,
      meshConfig: withLineEnd(meshConfig.text),
      discoveryAddress: mesh.discoveryAddress,
      meshLines: meshText(mesh, facts),
      start: proxy.start,
      labStart: startValues(place, {}),
      ownAddress: own === mesh.discoveryAddress ? null : own,
      texts: { lab, value, typo },
    },
  };
}

/** A text that stood in a ConfigMap may end without one. */
const withLineEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

function chooseInjected(places: readonly WorkloadPlace[], wish: string | undefined): WorkloadPlace {
  const number = wish !== undefined && /^\d+$/.test(wish) ? Number(wish) - 1 : -1;
  const chosen =
    wish === undefined
      ? (places.find((place) => proxyContainer(place) !== null) ?? places[0])
      : (places.find(({ name }) => name === wish) ?? places[number]);
  if (chosen === undefined)
    throw inputFailure(
      'no-workload',
      wish === undefined ? 'The file holds no workload.' : `There is no workload ${wish}.`,
      places.length === 0
        ? 'Name a file with a Deployment, Pod …'
        : `There are: ${places.map((place, index) => `${index + 1} ${nameOf(place)}`).join(', ')}.`,
    );
  if (proxyContainer(chosen) === null) throw notInjected(chosen);
  return chosen;
}

/** Four fields joined by `~` could not be told apart; Kubernetes takes no such name. */
function refuseTilde(place: WorkloadPlace, proxy: ProxyInput): void {
  for (const [field, value] of nodeIdFields(proxy))
    if (value.includes('~'))
      throw inputFailure(
        'node-field',
        `The ${field} of ${nameOf(place)} would be ${value} in node.id, whose fields are joined by “~”.`,
        'Give it names as Kubernetes takes them, or choose others with --pod and --namespace.',
      );
}

function notInjected(place: WorkloadPlace) {
  return inputFailure(
    'no-sidecar',
    `${nameOf(place)} has no sidecar, so there is nothing to do the lab with.`,
    'sidecar-anatomy inject says why it was not injected; --workload names another.',
  );
}
