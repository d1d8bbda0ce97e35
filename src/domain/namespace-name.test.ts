import { describe, expect, it } from 'vitest';
import { isNamespaceName } from './namespace-name.ts';

describe('the name of a namespace', () => {
  it.each(['mesh-lab', 'a', '0', '123', 'kube-system', `a${'-'.repeat(61)}z`])('may be %s', (name) => {
    expect(isNamespaceName(name)).toBe(true);
  });

  it.each(['', 'My_NS', 'Mesh', 'a_b', 'a.b', '-a', 'a-', ' a', 'a\n', '메시', 'a/b', 'a'.repeat(64)])(
    'is never %j',
    (name) => {
      expect(isNamespaceName(name)).toBe(false);
    },
  );
});
