import { type Entry, snakeCase } from './entry.ts';

/** Fields of a bootstrap that the lab speaks of, or that say nothing more; `true`: whatever stands in it. */
type Known = true | { readonly [field: string]: Known };

const ADDRESS: Known = { socket_address: { protocol: true, address: true, port_value: true } };
const SOURCE: Known = { ads: true, initial_fetch_timeout: true, resource_api_version: true };
const CLUSTER: Known = {
  name: true,
  type: true,
  connect_timeout: true,
  typed_extension_protocol_options: true,
  http2_protocol_options: true,
  load_assignment: {
    cluster_name: true,
    endpoints: { lb_endpoints: { endpoint: { address: ADDRESS } } },
  },
};
const LAB: Known = {
  admin: { address: ADDRESS },
  node: { id: true, cluster: true, metadata: true },
  dynamic_resources: {
    ads_config: {
      api_type: true,
      transport_api_version: true,
      grpc_services: { envoy_grpc: { cluster_name: true } },
    },
    cds_config: SOURCE,
    lds_config: SOURCE,
  },
  static_resources: { clusters: CLUSTER },
};

/** Names of the fields in a bootstrap that the lab does not speak of, at most a few. */
export function extraFields(top: Entry): readonly string[] {
  const found: string[] = [];
  collect(top, LAB, found);
  return found;
}

const MAX = 8;

function collect(entry: Entry, known: Known, found: string[]): void {
  if (known === true || found.length >= MAX) return;
  const items = entry.items();
  for (const item of items) collect(item, known, found);
  for (const key of entry.keys()) {
    const field = snakeCase(key);
    const inside = Object.hasOwn(known, field) ? known[field] : undefined;
    if (inside !== undefined) collect(entry.at(field), inside, found);
    else if (found.length < MAX) found.push(entry.name === '' ? key : `${entry.name}.${key}`);
  }
}
