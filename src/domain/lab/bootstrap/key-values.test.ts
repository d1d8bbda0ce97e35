import { describe, expect, test } from 'vitest';
import { checkKeyValues, exactly, keyValueText, linesOf, singleValue, valueText } from './key-values.ts';
import { explanations, isNamed, isPortNamed } from './report-lines.ts';

const VALUES = [
  'plain',
  '',
  ' spaces ',
  '"quoted"',
  "it's = 'x' #y",
  '결제 サービス 🙂',
  'tab\there',
  'two\nlines',
  'carriage\r\nreturn',
  '\u001b[31mred\u0000\u007f\u0085',
  'x'.repeat(100_000),
];

describe('a line key=value', () => {
  test.each(VALUES)('holds %j on one line of text, and its own check takes it', (value) => {
    const text = keyValueText([
      ['a', value],
      ['b', 'last'],
    ]);
    expect(linesOf(text)).toHaveLength(2);
    expect(text.replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(/\p{Cc}/u);
    const rules = [exactly('a', value, 'x'), exactly('b', 'last', 'x')];
    expect(checkKeyValues('f', text, rules)).toEqual([]);
    expect(checkKeyValues('f', text.replaceAll('\n', '\r\n'), rules)).toEqual([]);
    expect(singleValue(text, 'a')).toBe(valueText(value));
  });

  test('is as it is, but for line breaks and control characters, which stand as in JSON', () => {
    expect(VALUES.slice(0, 7).every((value) => valueText(value) === value)).toBe(true);
    expect(valueText('a"b\nc')).toBe(String.raw`"a\"b\nc"`);
    expect(JSON.parse(valueText('\u001b\u0085'))).toBe('\u001b\u0085');
  });

  test('twice or not at all says no single value', () => {
    expect(singleValue('a=1\na=1\n', 'a')).toBeNull();
    expect(singleValue('b=1\n', 'a')).toBeNull();
    expect(singleValue(null, 'a')).toBeNull();
  });
});

describe('lines of explanation', () => {
  const lines = explanations(
    '- payments-6d5f9는 괜찮다\n-dash\n- 포트 19982\n  - inner\n- istiod:15012\n- --\n---\n- 1\n* no\n',
  );
  test('begin with a dash and a blank and hold a word', () => {
    expect(lines.map(({ line }) => line)).toEqual([1, 3, 5]);
  });
  test('name words of their own', () => {
    expect(isNamed(lines, 'payments')).toBe(false);
    expect(isNamed(lines, 'payments-6d5f9')).toBe(true);
    expect(isNamed(lines, '')).toBe(false);
    expect([isPortNamed(lines, '19982'), isPortNamed(lines, '1998'), isPortNamed(lines, '15012')]).toEqual([
      true,
      false,
      false,
    ]);
  });
  test('name a port that is a small number only right behind the word', () => {
    const exit = explanations(
      '- it ended with exit code 1 before it opened its admin port\n- Admin port: 0 instead\n',
    );
    expect([isPortNamed(exit, '1'), isPortNamed(exit, '0'), isPortNamed(exit, '')]).toEqual([
      false,
      true,
      false,
    ]);
  });
  test('are read in no time, however long', () => {
    const long = `- ${'a '.repeat(2_000_000)}`;
    expect(isNamed(explanations(long), 'payments')).toBe(false);
  });
});
