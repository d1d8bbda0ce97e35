import { expect, test } from 'vitest';
import { Segmenter83 } from './segmenter.ts';

test.each(['payments', '결제 서비스', '支払い', 'e\u0301a', '👩‍💻👍🏽', '🇰🇷🇯🇵', 'a\r\nb', ''])(
  'splits %j as Intl.Segmenter does',
  (text) => {
    const standard = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const expected = [...standard.segment(text)].map(({ segment, index }) => ({ segment, index }));
    expect([...new Segmenter83().segment(text)]).toEqual(expected);
  },
);
