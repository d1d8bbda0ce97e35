import { expect, it } from 'vitest';
import { type Signs, signReader } from './text-signs.ts';

/** The signs of a text that comes in pieces of a length. */
function signs(text: string, step = text.length || 1): Signs {
  const reader = signReader();
  for (let at = 0; at < text.length; at += step) reader.read(text.slice(at, at + step));
  return reader.signs();
}

it('documents are counted by their kinds at the left edge', () => {
  expect(signs('kind: A\nitems:\n- kind: B\n---\nkind : C\n').documents).toBe(2);
  expect(signs('kind: A\n').documents).toBeNull();
  expect(signs('{"kind": "A"}').documents).toBeNull();
});

it('wherever a text is cut into pieces, its signs are the same', () => {
  const text = `kind: A\n${'x'.repeat(3000)} kind: B\n---\nkind: Deployment\n---\nkind: C`;
  for (const step of [1, 2, 3, 5, 7, 100, 1024, 1500, 10_000])
    expect(signs(text, step)).toEqual({ workload: true, injection: false, recording: false, documents: 3 });
  const manifest = `{"kind":"ConfigMap","x":"${'y'.repeat(5000)}","name":"istio-sidecar-injector"}`;
  for (const step of [1, 11, 1000, 4000]) expect(signs(manifest, step).injection).toBe(true);
});

it('a text of nothing but line ends is looked through in no time', () => {
  const before = performance.now();
  signs('\n'.repeat(1_000_000), 100_000);
  expect(performance.now() - before).toBeLessThan(2000);
});
