import { describe, expect, test } from 'vitest';
import { contrast, THEMES } from './theme.ts';

/** WCAG 2.2, success criterion 1.4.3: text; 1.4.11: lines and frames that carry a meaning. */
const TEXT = 4.5;
const GRAPHIC = 3;

describe.each(Object.values(THEMES))('the $name theme', (theme) => {
  const grounds = [theme.column, theme.card, theme.row];

  test('has AA contrast for text on every ground it stands on', () => {
    for (const ink of [theme.strong, theme.normal, theme.muted])
      for (const ground of [...grounds, theme.stage, ...Object.values(theme.tones).map((tone) => tone.tint)])
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
  });

  test('has AA contrast for every tone on grounds, on its own tint and under its own label', () => {
    for (const [name, tone] of Object.entries(theme.tones)) {
      for (const ground of [...grounds, tone.tint, theme.stage])
        expect(contrast(tone.ink, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
      expect(contrast(tone.onSolid, tone.solid), name).toBeGreaterThanOrEqual(TEXT);
    }
  });

  test('draws lines and bars that can be told from what is behind them', () => {
    for (const tone of Object.values(theme.tones))
      for (const ground of [...grounds, theme.stage, theme.tones['control-plane'].tint])
        expect(contrast(tone.ink, ground)).toBeGreaterThanOrEqual(GRAPHIC);
  });

  test('keeps text that steps back readable: seven tenths of the ink still reach AA for large text', () => {
    const mix = (ink: string, ground: string): string =>
      `#${[1, 3, 5]
        .map((at) => {
          const [a, b] = [ink, ground].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
          return Math.round(0.72 * (a ?? 0) + 0.28 * (b ?? 0))
            .toString(16)
            .padStart(2, '0');
        })
        .join('')}`;
    for (const ground of grounds)
      expect(contrast(mix(theme.muted, ground), ground)).toBeGreaterThanOrEqual(GRAPHIC);
  });
});
