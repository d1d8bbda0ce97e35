import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('writes out characters that turn text around or hide', () => {
    expect(visibleText('\u202eevil\u2066x\u2069')).toBe('\\u202eevil\\u2066x\\u2069');
    expect(visibleText('a\u200bb\ufeffc\u00add')).toBe('a\\u200bb\\ufeffc\\u00add');
    expect(visibleText('tag\u{e0041}')).toBe('tag\\u{e0041}');
  });

  it('writes out control characters and halves of characters', () => {
    expect(visibleText('\u0000\u001b[31m\u007f\u0085')).toBe('\\0\\e[31m\\u007f\\u0085');
    expect(visibleText('\ud800x')).toBe('\\ud800x');
  });

  it('keeps line ends and tabs only where lines are shown', () => {
    expect(visibleText('a\n\tb')).toBe('a\\n\\tb');
    expect(visibleText('a\n\tb\r', true)).toBe('a\n\tb\\r');
  });

  it('leaves every script and emoji as it is', () => {
    const text = '결제 서비스 支払い naïve 🚀 a\\nb';
    expect(visibleText(text)).toBe(text);
  });
});
