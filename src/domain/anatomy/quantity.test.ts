import { describe, expect, it } from 'vitest';
import { inDivisor, readQuantity } from './quantity.ts';

describe('quantities', () => {
  it.each([
    ['2000m', 2],
    ['2', 2],
    ['0.1', 0.1],
    ['1Gi', 1073741824],
    ['1e3', 1000],
    ['128974848', 128974848],
    ['.5', 0.5],
  ])('%s is %d', (text, amount) => {
    expect(readQuantity(text)).toBeCloseTo(amount);
  });

  it.each(['', 'auto', '1GB', '1 Gi', '0x1', 'm'])('%j is none', (text) => {
    expect(readQuantity(text)).toBeNull();
  });

  it('are rounded up in units of the divisor, as the kubelet does', () => {
    expect(inDivisor('2000m', '1')).toBe('2');
    expect(inDivisor('100m', '1')).toBe('1');
    expect(inDivisor('1Gi', '1')).toBe('1073741824');
    expect(inDivisor('1Gi', '1Mi')).toBe('1024');
    expect(inDivisor('250m', '1m')).toBe('250');
    expect(inDivisor('1', '0')).toBe('1');
    expect(inDivisor('x', '1')).toBeNull();
  });
});
