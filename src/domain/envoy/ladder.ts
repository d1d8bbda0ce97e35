import type { Ready } from './admin.ts';
import type { ConfigDumpSummary } from './config-dump.ts';
import type { ControlStats } from './stats.ts';
import type { LastUpdate, UpdateTrack } from './updates.ts';

/** The rungs on which a proxy can stand; the first four are the stuck places. */
export type Rung = 'refused' | 'no-istiod' | 'no-identity' | 'rejected' | 'live';

export interface LadderStep {
  readonly id: 'accepted' | 'istiod' | 'identity' | 'config' | 'live' | 'pod-ready';
  readonly state: 'passed' | 'waiting' | 'failed' | 'not-reached' | 'not-on-this-bench';
  /** The evidence, in the program's own words: `control_plane.connected_state 0`. */
  readonly evidence: string;
}

/** Everything that is known of a proxy at one moment. */
export interface ProxyView {
  /** The log line by which Envoy refused its bootstrap; null while it runs. */
  readonly refused: string | null;
  readonly ready: Ready | null;
  /** What /ready said last, where it does not answer any more; all else is then as it was seen last. Else null. */
  readonly readyBefore: Ready | null;
  readonly stats: ControlStats | null;
  readonly updates: UpdateTrack;
  /** Null until it was read. */
  readonly dump: ConfigDumpSummary | null;
  /** What the bootstrap asks the control plane for. */
  readonly asks: { readonly cds: boolean; readonly lds: boolean };
  /** Whether anything in the bootstrap itself asks for a secret. */
  readonly asksForSecrets: boolean;
  /** The Unix socket that ADS leads to, when there is no such socket; else null. */
  readonly missingSocket: string | null;
  /** What answers the pod's readiness probe: nothing does where no pilot-agent runs. */
  readonly podReady: { readonly state: LadderStep['state']; readonly evidence: string };
}

export interface Ladder {
  readonly rung: Rung;
  readonly steps: readonly LadderStep[];
}

/** On the lab bench Envoy runs alone. */
export const NO_PILOT_AGENT: ProxyView['podReady'] = {
  state: 'not-on-this-bench',
  evidence: 'port 15021 /healthz/ready is answered by pilot-agent, which does not run on this bench',
};

/** Secrets that were asked for and never came. Where the stats are hidden, the dump's `uninitialized` tells. */
function missingSecrets(view: ProxyView): readonly string[] {
  const stats = view.stats?.secrets ?? [];
  const known = new Set(stats.map((secret) => secret.name));
  const waiting = stats
    .filter((secret) => secret.attempt > 0 && secret.success === 0)
    .map(({ name }) => name);
  const dumped = (view.dump?.missingSecrets.names ?? []).filter((name) => !known.has(name));
  return [...waiting, ...dumped];
}

interface Facts {
  readonly live: boolean;
  readonly asksIstiod: boolean;
  /** 1, 0, or null where neither `control_plane.connected_state` nor the ADS cluster's connections are shown. */
  readonly connected: number | null;
  /** An update came, taken or not. */
  readonly answered: boolean;
  readonly taken: boolean;
  readonly refusedUpdate: boolean;
  readonly missing: readonly string[];
  /** Something waits for a secret, and it is the secret's turn: istiod has answered, or was not asked yet. */
  readonly waitsForIdentity: boolean;
}

const wanted = (asked: boolean, last: LastUpdate, success: number): boolean =>
  !asked || (last !== 'none' && success > 0);

function factsOf(view: ProxyView): Facts {
  const { stats, updates, asks } = view;
  const asksIstiod = asks.cds || asks.lds;
  const answered = updates.cds.last !== 'none' || updates.lds.last !== 'none';
  const missing = missingSecrets(view);
  const notAskedYet = (stats?.cds.attempt ?? 0) === 0 && (stats?.lds.attempt ?? 0) === 0;
  const connections = stats?.adsConnections ?? null;
  return {
    live: view.ready?.code === 200,
    asksIstiod,
    connected: stats?.connectedState ?? (connections === null ? null : Math.min(connections, 1)),
    answered,
    taken:
      asksIstiod &&
      wanted(asks.cds, updates.cds.last, updates.cds.success) &&
      wanted(asks.lds, updates.lds.last, updates.lds.success),
    refusedUpdate: updates.cds.last === 'refused' || updates.lds.last === 'refused',
    missing,
    waitsForIdentity: missing.length > 0 && (answered || notAskedYet || !asksIstiod),
  };
}

function rungOf(view: ProxyView, facts: Facts): Rung {
  if (view.refused !== null) return 'refused';
  if (facts.waitsForIdentity) return 'no-identity';
  if (facts.refusedUpdate) return 'rejected';
  if (facts.taken && (facts.live || view.ready?.body === 'DRAINING')) return 'live';
  if (!facts.asksIstiod && facts.live) return 'live';
  // LIVE without any configuration stands here too: Envoy gave up waiting (initial_fetch_timeout), istiod is missing.
  return 'no-istiod';
}

function istiodStep(view: ProxyView, facts: Facts): LadderStep {
  const id = 'istiod';
  if (!facts.asksIstiod)
    return {
      id,
      state: 'not-on-this-bench',
      evidence: 'the bootstrap asks no control plane for configuration',
    };
  const { stats } = view;
  const shown =
    stats?.connectedState !== null && stats?.connectedState !== undefined
      ? `control_plane.connected_state ${stats.connectedState}`
      : stats?.adsConnections !== null && stats?.adsConnections !== undefined
        ? `${stats.adsConnections} open connections of the ADS cluster (the bootstrap's stats_matcher hides control_plane.connected_state)`
        : 'the bootstrap hides control_plane.connected_state';
  if (facts.answered)
    return {
      id,
      state: 'passed',
      evidence: facts.connected === 0 ? `${shown}: answered before, connection lost now` : shown,
    };
  if (facts.connected === 1) return { id, state: 'waiting', evidence: `${shown}, but no answer came yet` };
  const failures = (stats?.cds.failure ?? 0) + (stats?.lds.failure ?? 0);
  const words = [
    shown,
    failures === 0 ? '' : `update_failure ${failures}`,
    view.missingSocket === null
      ? ''
      : `no socket ${view.missingSocket}: pilot-agent serves it, and does not run on this bench`,
  ];
  return { id, state: 'waiting', evidence: words.filter((text) => text !== '').join(', ') };
}

function identityStep(view: ProxyView, facts: Facts): LadderStep {
  const id = 'identity';
  if (facts.missing.length > 0) {
    const secrets = facts.missing.slice(0, 4).map((name) => {
      const stats = view.stats?.secrets.find((secret) => secret.name === name);
      if (stats === undefined) return `secret ${name} uninitialized`;
      const link = stats.connectedState === null ? '' : `, connected_state ${stats.connectedState}`;
      return `sds.${name}.update_success 0${link}`;
    });
    const warming = view.stats?.warmingClusters ?? 0;
    const waiting = warming === 0 ? '' : `; cluster_manager.warming_clusters ${warming}`;
    return {
      id,
      state: facts.waitsForIdentity ? 'waiting' : 'not-reached',
      evidence: `${secrets.join('; ')}${waiting}`,
    };
  }
  const received = view.stats?.secrets.filter((secret) => secret.success > 0) ?? [];
  if (received.length > 0) {
    const first = received.slice(0, 4).map((secret) => `sds.${secret.name}.update_success ${secret.success}`);
    return { id, state: 'passed', evidence: first.join('; ') };
  }
  const active = view.dump?.activeSecrets.count ?? 0;
  if (active > 0) return { id, state: 'passed', evidence: `${active} active secrets in config_dump` };
  if (facts.answered || (!facts.asksIstiod && facts.live))
    return { id, state: 'passed', evidence: 'nothing that was configured asks for a secret' };
  return {
    id,
    state: 'not-reached',
    evidence: view.asksForSecrets
      ? 'no secret was asked for yet'
      : 'nothing in the bootstrap asks for a secret; only what istiod sends could',
  };
}

function configStep(view: ProxyView, facts: Facts): LadderStep {
  const id = 'config';
  if (!facts.asksIstiod)
    return { id, state: 'not-on-this-bench', evidence: 'all configuration is in the bootstrap itself' };
  const { updates, asks, stats } = view;
  if (facts.refusedUpdate) {
    const counts = [
      updates.cds.rejected === 0 ? '' : `cluster_manager.cds.update_rejected ${updates.cds.rejected}`,
      updates.lds.rejected === 0 ? '' : `listener_manager.lds.update_rejected ${updates.lds.rejected}`,
    ];
    const refused = [...(view.dump?.refusedListeners ?? []), ...(view.dump?.refusedClusters ?? [])];
    const words = refused.slice(0, 2).map(({ name, details }) => `${name}: ${details}`);
    return { id, state: 'failed', evidence: [...counts, ...words].filter((text) => text !== '').join('; ') };
  }
  const counts = [
    asks.cds ? `cluster_manager.cds.update_success ${updates.cds.success}` : '',
    asks.lds ? `listener_manager.lds.update_success ${updates.lds.success}` : '',
  ].filter((text) => text !== '');
  if (facts.taken) return { id, state: 'passed', evidence: counts.join(', ') };
  const gaveUp = (stats?.cds.fetchTimeout ?? 0) + (stats?.lds.fetchTimeout ?? 0);
  if (gaveUp > 0) counts.push(`init_fetch_timeout ${gaveUp}: Envoy stopped waiting and has no configuration`);
  const reached = facts.answered || facts.connected === 1 || gaveUp > 0;
  return { id, state: reached ? 'waiting' : 'not-reached', evidence: counts.join(', ') };
}

function liveStep(view: ProxyView, facts: Facts): LadderStep {
  const id = 'live';
  if (view.ready === null) return { id, state: 'not-reached', evidence: '/ready does not answer' };
  const evidence = `/ready ${view.ready.code} ${view.ready.body}`;
  if (facts.live) return { id, state: 'passed', evidence };
  return { id, state: view.ready.body === 'DRAINING' ? 'failed' : 'waiting', evidence };
}

/** What was seen of a proxy that does not answer any more: where it stood, and that nobody knows whether it still does. */
function silentLadder(view: ProxyView, before: Ready): Ladder {
  const { rung, steps } = readLadder({ ...view, ready: before, readyBefore: null });
  const silent = (step: LadderStep): LadderStep => {
    switch (step.id) {
      case 'accepted':
      case 'pod-ready':
        return step;
      case 'live':
        return {
          id: 'live',
          state: 'failed',
          evidence: `/ready does not answer any more; it said ${before.code} ${before.body}`,
        };
      case 'istiod':
      case 'identity':
      case 'config':
        return {
          ...step,
          state: step.state === 'waiting' ? 'not-reached' : step.state,
          evidence: `when it last answered: ${step.evidence}`,
        };
    }
  };
  return { rung, steps: steps.map(silent) };
}

/** Whether these steps are of a proxy that answered once and does not any more. */
export function isSilent({ ready, steps }: Pick<ProxyView, 'ready'> & Pick<Ladder, 'steps'>): boolean {
  return ready === null && steps.some(({ id, state }) => id === 'live' && state === 'failed');
}

/**
 * The readiness ladder (docs: Envoy's `/ready`, `control_plane.connected_state`, `cds` and `lds` counters, SDS stats):
 * each step with its evidence, and the rung on which the proxy stands. `live` means that nothing is missing; a proxy
 * that says LIVE but refused what istiod sent, or never heard of istiod, stands on the rung that names what is missing.
 * One that does not answer any more stands where it was seen last, and its step `live` has failed.
 * The stat `server.state` is not looked at: until the first flush it reads 0, which would mean LIVE.
 */
export function readLadder(view: ProxyView): Ladder {
  if (view.refused !== null) {
    const rest = (['istiod', 'identity', 'config', 'live'] as const).map(
      (id): LadderStep => ({ id, state: 'not-reached', evidence: 'Envoy ended before' }),
    );
    return {
      rung: 'refused',
      steps: [
        { id: 'accepted', state: 'failed', evidence: view.refused },
        ...rest,
        { id: 'pod-ready', ...view.podReady },
      ],
    };
  }
  if (view.ready === null && view.readyBefore !== null) return silentLadder(view, view.readyBefore);
  const facts = factsOf(view);
  return {
    rung: rungOf(view, facts),
    steps: [
      { id: 'accepted', state: 'passed', evidence: 'Envoy took the bootstrap and opened its admin endpoint' },
      istiodStep(view, facts),
      identityStep(view, facts),
      configStep(view, facts),
      liveStep(view, facts),
      { id: 'pod-ready', ...view.podReady },
    ],
  };
}
