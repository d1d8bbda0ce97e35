import { unreadWords } from './field-reader.ts';
import type { Crd, CrdGroup, NamedCrd } from './model.ts';
import type { ObjectPlace } from './objects.ts';

/** The CRDs that the install lab asks for by name (its third step). */
export const NAMED_CRDS: readonly string[] = [
  'virtualservices.networking.istio.io',
  'destinationrules.networking.istio.io',
  'gateways.networking.istio.io',
  'peerauthentications.security.istio.io',
  'authorizationpolicies.security.istio.io',
];

/** The API group of a CustomResourceDefinition itself. */
export const CRD_API = 'apiextensions.k8s.io';

/**
 * Which of the five are in a manifest. Of several with one name the first that defines it, else the first; one that is not what
 * its name says is there, and does not count.
 */
export function namedCrds(objects: readonly ObjectPlace[], groups: readonly CrdGroup[]): readonly NamedCrd[] {
  const read = new Map(
    groups.flatMap(({ group, crds }) => crds.map((crd) => [crd.object, { group, crd }] as const)),
  );
  return NAMED_CRDS.map((name): NamedCrd => {
    const found = objects
      .filter((object) => object.kind === 'CustomResourceDefinition' && object.name === name)
      .map((object) => {
        const own = read.get(object.index);
        const problem = own === undefined ? apiProblem(object) : crdProblem(object, own.crd, own.group);
        return { name, object: object.index, problem };
      });
    return found.find(({ problem }) => problem === null) ?? found[0] ?? { name, object: null, problem: null };
  });
}

const at = ({ source }: ObjectPlace): string => ` (line ${source.line})`;

function apiProblem(object: ObjectPlace): string {
  const lost = unreadWords(object.unread, 'apiVersion');
  if (lost !== null) return lost;
  return `has the apiVersion “${object.apiVersion}”, where one of ${CRD_API} is expected${at(object)}`;
}

/**
 * Why an API server would not take it for the type of its name (k8s.io/apiextensions-apiserver,
 * pkg/apis/apiextensions/validation): the name is plural and group, one version is stored, and one is served.
 */
function crdProblem(object: ObjectPlace, crd: Crd, group: string): string | null {
  const lost = unreadWords(crd.unread, 'spec');
  if (lost !== null) return lost;
  const lacks = [
    ...(group === '' ? ['spec.group'] : []),
    ...(crd.plural === '' ? ['spec.names.plural'] : []),
    ...(crd.kind === '' ? ['spec.names.kind'] : []),
    ...(crd.versions.length === 0 ? ['spec.versions'] : []),
  ];
  if (lacks.length > 0) return `has no ${lacks.join(', no ')}${at(object)}`;
  const defined = `${crd.plural}.${group}`;
  if (defined !== crd.name) return `defines ${defined}${at(object)}`;
  if (!crd.versions.some(({ served }) => served === true)) return `serves none of its versions${at(object)}`;
  const stored = crd.versions.filter(({ storage }) => storage === true).length;
  return stored === 1 ? null : `stores ${stored} of its versions, where one has to be${at(object)}`;
}
