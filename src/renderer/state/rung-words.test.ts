import { expect, test } from 'vitest';
import type { LadderStep } from '../../contract/types.ts';
import { rungWords } from './rung-words.ts';

const istiod = (state: LadderStep['state'], evidence: string): readonly LadderStep[] => [
  { id: 'istiod', state, evidence },
];
const waiting = { code: 503, body: 'PRE_INITIALIZING' };
const live = { code: 200, body: 'LIVE' };

test('without istiod the words say so before any counter', () => {
  const steps = istiod('waiting', 'control_plane.connected_state 0, update_failure 4');
  expect(rungWords({ rung: 'no-istiod', ready: waiting, steps })).toBe(
    'No istiod answers: Envoy waits for its configuration · 503 PRE_INITIALIZING',
  );
  expect(rungWords({ rung: 'no-istiod', ready: live, steps })).toMatch(/^LIVE, and knows nothing: /);
});

test('a socket of pilot-agent that is not there is named', () => {
  const steps = istiod(
    'waiting',
    '0 open connections, no socket /etc/istio/proxy/XDS: pilot-agent serves it',
  );
  expect(rungWords({ rung: 'no-istiod', ready: waiting, steps })).toBe(
    'No pilot-agent on this bench: its socket /etc/istio/proxy/XDS is not there, so Envoy waits · 503 PRE_INITIALIZING',
  );
});

test('every other rung has words of its own', () => {
  const steps = istiod('passed', '');
  const words = (['refused', 'no-identity', 'rejected', 'live'] as const).map((rung) =>
    rungWords({ rung, ready: rung === 'live' ? live : waiting, steps }),
  );
  expect(new Set(words).size).toBe(4);
  expect(
    rungWords({ rung: 'live', ready: live, steps: istiod('not-on-this-bench', 'asks no control plane') }),
  ).toContain('asks no istiod');
});

test('of a proxy that does not answer any more nothing is said of what it waits for', () => {
  const steps: readonly LadderStep[] = [
    ...istiod('not-reached', 'when it last answered: control_plane.connected_state 0'),
    {
      id: 'live',
      state: 'failed',
      evidence: '/ready does not answer any more; it said 503 PRE_INITIALIZING',
    },
  ];
  expect(rungWords({ rung: 'no-istiod', ready: null, steps })).toBe(
    'Envoy does not answer any more: it is stopped, or too busy',
  );
});
