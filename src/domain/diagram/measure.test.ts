import { describe, expect, test } from 'vitest';
import { lettersOf, printable, shorten, textWidth, wrap } from './measure.ts';

const sans = { size: 10, weight: 400, family: 'sans' } as const;
const mono = { size: 10, weight: 400, family: 'mono' } as const;

describe('textWidth', () => {
  test('Korean, Japanese, Chinese and full-width letters are one em each', () => {
    expect(textWidth('결제', sans)).toBe(20);
    expect(textWidth('支払い', sans)).toBe(30);
    expect(textWidth('Ａ', sans)).toBe(10);
  });

  test('combining marks and joiners take no room', () => {
    expect(textWidth('e\u0301', sans)).toBe(textWidth('e', sans));
    expect(textWidth('a\u200db', sans)).toBe(textWidth('ab', sans));
  });

  test('every letter of the monospaced font is six tenths of an em', () => {
    expect(textWidth('iW', mono)).toBe(12);
  });

  test('bold is wider than regular, as in the font', () => {
    expect(textWidth('istio-proxy', { ...sans, weight: 700 })).toBeGreaterThan(
      textWidth('istio-proxy', sans),
    );
  });
});

describe('shorten', () => {
  test('keeps beginning and end of a text that is too long, and never takes more room than there is', () => {
    for (const text of [
      'worker-0-of-the-nightly-batch',
      '결제-처리기-아주-긴-이름',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
    ])
      for (let room = 0; room < 150; room += 7) {
        const short = shorten(text, sans, room);
        expect(textWidth(short, sans)).toBeLessThanOrEqual(room);
        if (short !== text && short !== '') expect(short).toContain('…');
      }
    expect(shorten('worker-0-of-the-nightly-batch', mono, 90)).toBe('worker-…y-batch');
  });

  test('does not cut a letter from its marks', () => {
    expect(shorten('ééééééééééééé'.normalize('NFD'), mono, 42).normalize('NFC')).toBe('ééé…ééé');
  });

  test('a text of a megabyte is shortened like a short one', () => {
    expect(shorten(`start${'x'.repeat(1_000_000)}end`, mono, 60)).toBe('start…xend');
  });
});

describe('wrap', () => {
  test('breaks an address before its dots and colons', () => {
    expect(wrap('istiod.istio-system.svc:15012', mono, 130, 2)).toEqual([
      'istiod.istio-system',
      '.svc:15012',
    ]);
  });

  test('breaks a sentence at its spaces', () => {
    expect(wrap('signs the certificate', mono, 70, 2)).toEqual(['signs the', 'certificate']);
  });
});

describe('printable', () => {
  test('shows control and direction characters as what they are, and makes one line of several', () => {
    expect(printable('\u202eevil\u0000\u001b[31m')).toBe('\\u202eevil\\0\\e[31m');
    expect(printable('[\n    {"name":"http"}\n]')).toBe('[ {"name":"http"} ]');
    expect(printable('\ud800 alone')).toBe('\\ud800 alone');
  });
});

describe('lettersOf', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const segments = (text: string) => Array.from(segmenter.segment(text), (part) => part.segment);

  test('what is split without a segmenter is split as one would split it, whatever stands beside it', () => {
    for (let code = 0x20; code < 0x3000; code += 1) {
      const character = String.fromCharCode(code);
      for (const text of [character.repeat(3), `a${character}→`, `·${character}é`])
        expect([code, lettersOf(text)]).toEqual([code, segments(text)]);
    }
  });

  test('a letter keeps its marks and a family its members', () => {
    expect(lettersOf('e\u0301→👩‍👧')).toEqual(['e\u0301', '→', '👩‍👧']);
    expect(lettersOf('↔\ufe0f\u200d')).toEqual(['↔\ufe0f\u200d']);
  });
});
