import { TYPO_CLUSTER, XDS_CLUSTER } from '../../bootstrap/lab.ts';
import type { LabFinding } from '../model.ts';
import type { Entry } from './entry.ts';
import type { ExpectedNode } from './expected.ts';
import { finding, quote } from './findings.ts';

/** What a bootstrap of the lab has to say; null where nothing tells. */
export interface ExpectedBootstrap {
  readonly adminPort: number | null;
  readonly node: ExpectedNode | null;
  /** The name in `ads_config`. */
  readonly adsCluster: string;
  /** Where the static cluster leads, and from where that is known. */
  readonly target: { readonly host: string; readonly port: number; readonly from: string } | null;
}

/** Checks one bootstrap, field by field, in whatever form Envoy takes it. */
export function checkBootstrap(file: string, top: Entry, expected: ExpectedBootstrap): readonly LabFinding[] {
  const check = new Check(file);
  checkAdmin(check, top, expected.adminPort);
  if (expected.node === null) checkNodeForm(check, top.at('node'));
  else checkNode(check, top.at('node'), expected.node);
  checkAds(check, top.at('dynamic_resources'), expected.adsCluster);
  checkClusters(check, top, expected.target);
  return check.findings;
}

/** Gathers what is wrong. */
class Check {
  readonly findings: LabFinding[] = [];

  constructor(private readonly file: string) {}

  fault(entry: Entry, message: string): void {
    this.findings.push(finding(this.file, message, entry.line, entry.name));
  }

  /** The text of an entry has to be one of some; the first is what is told. */
  oneOf(entry: Entry, wanted: readonly string[], why = 'the lab asks for'): void {
    if (entry.text !== null && wanted.includes(entry.text)) return;
    this.fault(entry, `${entry.name} is ${shown(entry)}; ${why} ${quote(wanted[0] ?? '')}.`);
  }
}

function shown(entry: Entry): string {
  if (entry.value === undefined) return 'missing';
  if (entry.value === null) return 'empty';
  if (entry.text === null) return Array.isArray(entry.value) ? 'a list' : 'a mapping';
  return typeof entry.value === 'string' ? quote(entry.text) : entry.text;
}

const REPORT = '(another one counts where a “- ” line of 08-report.md names it)';

function checkAdmin(check: Check, top: Entry, port: number | null): void {
  const entry = top.at('admin', 'address', 'socket_address', 'port_value');
  if (!entry.isThere) {
    check.fault(entry, `${entry.name} is missing: there is no admin port.`);
    return;
  }
  if (port === null || Number(entry.text) === port) return;
  check.fault(entry, `The admin port is ${shown(entry)}; the lab asks for ${port} ${REPORT}.`);
}

function checkNodeForm(check: Check, node: Entry): void {
  if ((node.at('id').text ?? '').split('~').length !== 4)
    check.fault(node.at('id'), `node.id is ${shown(node.at('id'))}; it has four fields, joined by ~.`);
  for (const name of ['cluster', 'metadata'])
    if (!node.at(name).isThere) check.fault(node.at(name), `node.${name} is missing.`);
}

function checkNode(check: Check, node: Entry, expected: ExpectedNode): void {
  checkId(check, node.at('id'), expected.id);
  check.oneOf(node.at('cluster'), expected.cluster);
  checkMetadata(check, node.at('metadata'), expected.metadata);
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

function checkId(check: Check, entry: Entry, fields: ExpectedNode['id']): void {
  const wanted = fields.map(({ value }) => value);
  const written = (entry.text ?? '').split('~');
  if (entry.text === wanted.join('~')) return;
  if (written.length !== wanted.length) {
    check.fault(
      entry,
      `node.id is ${shown(entry)}; it has four fields, joined by ~: ${quote(wanted.join('~'))}.`,
    );
    return;
  }
  if ([...written].sort().join('~') === [...wanted].sort().join('~')) {
    check.fault(entry, `The fields of node.id stand in another order than ${quote(wanted.join('~'))}.`);
    return;
  }
  for (const [index, { name, value }] of fields.entries()) {
    const found = written[index] ?? '';
    if (found === value) continue;
    const other = name === 'the address of the pod' || name === 'the pod and its namespace';
    check.fault(
      entry,
      `The ${ORDINALS[index]} field of node.id, ${name}, is ${quote(found)}; the lab asks for ${quote(value)}${other ? ` ${REPORT}` : ''}.`,
    );
  }
}

function checkMetadata(check: Check, metadata: Entry, expected: ExpectedNode['metadata']): void {
  if (!metadata.isThere) {
    check.fault(metadata, 'node.metadata is missing.');
    return;
  }
  const asked = ['CLUSTER_ID', 'MESH_ID', 'NAMESPACE', 'WORKLOAD_NAME'];
  for (const key of asked) {
    const entry = metadata.at(key);
    const wanted = Object.hasOwn(expected, key) ? expected[key] : undefined;
    if (wanted === undefined) {
      // The variable is not there: neither is the key, or it holds nothing.
      if (entry.isThere && entry.value !== '')
        check.fault(entry, `${entry.name} is ${shown(entry)}; this workload has no variable for it.`);
    } else if (entry.value !== wanted)
      check.fault(entry, `${entry.name} is ${shown(entry)}; ${sourceOf(key)} ${quote(String(wanted))}.`);
  }
  for (const key of metadata.keys())
    if (!asked.includes(key))
      check.fault(
        metadata.at(key),
        `node.metadata has ${quote(key)} as well; the lab asks for four keys, ${asked.join(', ')}.`,
      );
}

function sourceOf(key: string): string {
  return key === 'NAMESPACE' ? 'the namespace is' : `ISTIO_META_${key} in inject.yaml says`;
}

/** envoy.config.core.v3.ApiConfigSource.ApiType: the two of gRPC, by name in any case (protobuf's JSON form) or number. */
const GRPC_TYPES: ReadonlySet<string> = new Set(['grpc', 'delta_grpc', '2', '3']);

function checkAds(check: Check, dynamic: Entry, cluster: string): void {
  const ads = dynamic.at('ads_config');
  const type = ads.at('api_type');
  if (!ads.isThere) check.fault(ads, `${ads.name} is missing: there is no ADS.`);
  else {
    if (!GRPC_TYPES.has((type.text ?? '').toLowerCase()))
      check.fault(type, `${type.name} is ${shown(type)}; the lab asks for "GRPC".`);
    const services = ads.at('grpc_services');
    const name = services.at(0, 'envoy_grpc', 'cluster_name');
    if (name.text !== cluster)
      check.fault(
        name,
        `The cluster_name of ads_config is ${shown(name)}; it has to be ${quote(cluster)} here.`,
      );
    for (const more of services.items().slice(1))
      check.fault(more, `${services.name} has more than one entry; ADS speaks through one cluster.`);
  }
  for (const field of ['cds_config', 'lds_config']) checkSource(check, dynamic.at(field));
}

function checkSource(check: Check, source: Entry): void {
  if (!source.isThere) {
    check.fault(source, `${source.name} is missing.`);
    return;
  }
  if (!source.at('ads').isThere)
    check.fault(source.at('ads'), `${source.name} is not taken over ADS: it has no “ads: {}”.`);
  const timeout = source.at('initial_fetch_timeout');
  if (isZero(timeout)) return;
  const preset = timeout.isThere ? '' : ' (without it Envoy waits 15 s only)';
  check.fault(timeout, `${timeout.name} is ${shown(timeout)}${preset}; the lab asks for "0s".`);
}

/** No time at all, in any form in which Envoy 1.40 takes it: `0s`, `0.0s`, or the fields of a Duration. */
function isZero(entry: Entry): boolean {
  if (typeof entry.value === 'string') return /^-?0+(\.0{1,9})?s$/.test(entry.value);
  if (entry.text !== null || !entry.isThere || Array.isArray(entry.value)) return false;
  return entry
    .keys()
    .every((key) => ['seconds', 'nanos'].includes(key) && Number(entry.at(key).text ?? 0) === 0);
}

function checkClusters(check: Check, top: Entry, target: ExpectedBootstrap['target']): void {
  const clusters = top.at('static_resources', 'clusters');
  const found = clusters.items().filter((cluster) => cluster.at('name').text === XDS_CLUSTER);
  const [cluster, second] = found;
  if (cluster === undefined) {
    const [first] = clusters.items();
    const there = clusters.items().map((one) => shown(one.at('name')));
    check.fault(
      first?.at('name') ?? clusters,
      `There is no static cluster "${XDS_CLUSTER}"${there.length === 0 ? '' : `, but ${there.slice(0, 5).join(', ')}`}.`,
    );
    return;
  }
  const typo = clusters.items().find((one) => one.at('name').text === TYPO_CLUSTER);
  if (typo !== undefined)
    check.fault(
      typo.at('name'),
      `There is a static cluster "${TYPO_CLUSTER}", too: then the wrong name of step 5 is a right one.`,
    );
  if (second !== undefined)
    check.fault(second.at('name'), `There are ${found.length} static clusters "${XDS_CLUSTER}".`);
  const type = cluster.at('type');
  // envoy.config.cluster.v3.Cluster.DiscoveryType, by name in any case or number.
  if (!['strict_dns', '1'].includes((type.text ?? '').toLowerCase()))
    check.fault(type, `The type of ${XDS_CLUSTER} is ${shown(type)}; the lab asks for "STRICT_DNS".`);
  if (!speaksHttp2(cluster))
    check.fault(
      cluster.at('typed_extension_protocol_options'),
      `${XDS_CLUSTER} does not speak HTTP/2, which gRPC runs on: it has no http2_protocol_options.`,
    );
  checkTarget(check, cluster, target);
}

const HTTP_OPTIONS = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';

/** Through the extension, or the older field of the cluster. A field without a value is none to Envoy. */
function speaksHttp2(cluster: Entry): boolean {
  const options = cluster.at('typed_extension_protocol_options', HTTP_OPTIONS);
  return (
    options.at('explicit_http_config', 'http2_protocol_options').isThere ||
    cluster.at('http2_protocol_options').isThere
  );
}

/** envoy.config.core.v3.HealthStatus: those with which an endpoint is dialled, by name in any case or number. */
const TAKES_REQUESTS: ReadonlySet<string> = new Set(['unknown', 'healthy', 'degraded', '0', '1', '5']);

function checkTarget(check: Check, cluster: Entry, target: ExpectedBootstrap['target']): void {
  const endpoints = cluster.at('load_assignment', 'endpoints');
  const all = endpoints.items().flatMap((locality) => locality.at('lb_endpoints').items());
  if (all.length === 0) {
    check.fault(endpoints, `${XDS_CLUSTER} has no endpoint.`);
    return;
  }
  if (target === null) return;
  for (const one of all) {
    const address = one.at('endpoint', 'address', 'socket_address');
    const [host, port, protocol] = [address.at('address'), address.at('port_value'), address.at('protocol')];
    // envoy.config.core.v3.SocketAddress.Protocol, by name in any case or number.
    if (protocol.isThere && !['tcp', '0'].includes((protocol.text ?? '').toLowerCase()))
      check.fault(protocol, `${protocol.name} is ${shown(protocol)}; gRPC runs over TCP.`);
    const health = one.at('health_status');
    if (health.isThere && !TAKES_REQUESTS.has((health.text ?? '').toLowerCase()))
      check.fault(health, `${health.name} is ${shown(health)}: Envoy sends nothing to such an endpoint.`);
    if (host.text === target.host && Number(port.text ?? Number.NaN) === target.port) continue;
    const wrong = host.text === target.host ? port : host;
    check.fault(
      wrong,
      `${XDS_CLUSTER} leads to ${host.text ?? 'nowhere'}:${port.text ?? '?'}; ${target.from} says ${target.host}:${target.port}.`,
    );
  }
}
