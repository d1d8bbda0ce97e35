import type { ColumnPlan } from '../plan.ts';
import type { ColumnName } from '../words.ts';
import { bootstrapColumn } from './bootstrap.ts';
import type { ColumnContext } from './context.ts';
import { identityColumn } from './identity.ts';
import { injectionColumn } from './injection.ts';
import { ladderColumn, liveNodeColumn } from './live.ts';
import { mountsColumn } from './mounts.ts';
import { nodeColumn } from './node.ts';
import { podColumn } from './pod.ts';
import { callersColumn, portsColumn } from './ports.ts';
import { proxyColumn } from './proxy.ts';
import { classicColumn, nativeColumn } from './start-order.ts';
import { wayOutColumn } from './way-out.ts';

type Builder = (context: ColumnContext) => ColumnPlan;

/** The pod, told as the scene that is about it needs it; small beside the others it is always the same. */
function podOf(context: ColumnContext): ColumnPlan {
  if (context.mode === 'focus' && context.input.scene === 'injection') return injectionColumn(context);
  if (context.mode === 'focus' && context.input.scene === 'volumes') return mountsColumn(context);
  if (context.mode === 'focus' && context.input.scene === 'ports') return callersColumn(context);
  return podColumn(context);
}

/** istio-proxy, or what it proves itself with. */
function proxyOf(context: ColumnContext): ColumnPlan {
  if (context.mode === 'focus' && context.input.scene === 'volumes') return identityColumn(context);
  if (context.mode === 'focus' && context.input.scene === 'ports') return portsColumn(context);
  if (context.mode === 'focus' && context.input.scene === 'live') return ladderColumn(context);
  return proxyColumn(context);
}

/** The node as it is drawn, or beside what a real Envoy says of its own. */
function nodeOf(context: ColumnContext): ColumnPlan {
  if (context.mode === 'focus' && context.input.scene === 'live') return liveNodeColumn(context);
  return nodeColumn(context);
}

/** What fills each column. */
export const BUILDERS: Readonly<Record<ColumnName, Builder>> = {
  pod: podOf,
  proxy: proxyOf,
  node: nodeOf,
  bootstrap: bootstrapColumn,
  'way-out': wayOutColumn,
  classic: classicColumn,
  native: nativeColumn,
};
