import { expect, test } from 'vitest';
import { explain } from './explanations.ts';

test('a variable of the sidecar is explained as Istio uses it', () => {
  const part = {
    id: 'container/istio-proxy/env/CA_ADDR',
    kind: 'env',
    label: 'CA_ADDR',
    origin: 'injected',
  } as const;
  expect(explain(part)).toContain('certificate signing request');
});

test('a variable of the same name in a container of the user’s is not Istio’s', () => {
  const part = { id: 'container/app/env/POD_NAME', kind: 'env', label: 'POD_NAME', origin: 'start' } as const;
  expect(explain(part)).not.toContain('pilot-agent');
});

test('a user’s volume or container may be called anything', () => {
  const volume = { id: 'volume/istio-token', kind: 'volume', label: 'istio-token', origin: 'user' } as const;
  expect(explain(volume)).not.toContain('istio-ca');
  const container = { id: 'container/agent', kind: 'container', label: 'agent', origin: 'user' } as const;
  expect(explain(container)).not.toContain('15021');
});

test('a native sidecar is explained as the sidecar, not as an init container that ends', () => {
  const part = {
    id: 'init-container/istio-proxy',
    kind: 'init-container',
    label: 'istio-proxy',
    origin: 'injected',
  } as const;
  expect(explain(part)).toContain('pilot-agent');
});
