import { describe, expect, test } from 'vitest';
import { payments, stage } from '../../../test/helpers/drawings.ts';
import { buildScene } from './build-scene.ts';
import { boxStyle } from './style.ts';
import { contrast, THEMES } from './theme.ts';

/** WCAG 2.2, success criterion 1.4.3: text; 1.4.11: lines and frames that carry a meaning. */
const AA = 4.5;
/** The same for enhanced contrast, 1.4.6: what a projector washes out, and what its name promises. */
const AAA = 7;
const GRAPHIC = 3;

describe.each(Object.values(THEMES))('the $name theme', (theme) => {
  const TEXT = theme.name === 'projector' || theme.name === 'contrast' ? AAA : AA;
  const grounds = [theme.column, theme.card, theme.row];

  test('has contrast enough for text on every ground it stands on', () => {
    for (const ink of [theme.strong, theme.normal, theme.muted])
      for (const ground of [...grounds, theme.stage, ...Object.values(theme.tones).map((tone) => tone.tint)])
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
  });

  test('has contrast enough for every tone on grounds, on its own tint and under its own label', () => {
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

  test('keeps text that steps back readable: what is left of the ink still reaches AA for large text', () => {
    const mix = (ink: string, ground: string): string =>
      `#${[1, 3, 5]
        .map((at) => {
          const [a, b] = [ink, ground].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
          return Math.round(theme.stepBack * (a ?? 0) + (1 - theme.stepBack) * (b ?? 0))
            .toString(16)
            .padStart(2, '0');
        })
        .join('')}`;
    const least = TEXT === AAA ? AA : GRAPHIC;
    for (const ground of grounds)
      expect(contrast(mix(theme.muted, ground), ground)).toBeGreaterThanOrEqual(least);
  });
});

test('for a projector and in high contrast frames and lines are heavier, and frames without a meaning can be seen', () => {
  const box = buildScene(stage(payments())).boxes.find(({ role }) => role === 'column');
  if (box === undefined) throw new Error('the sample has no column');
  for (const theme of [THEMES.projector, THEMES.contrast]) {
    expect(boxStyle(box, theme).strokeWidth).toBeGreaterThan(boxStyle(box, THEMES.light).strokeWidth);
    expect(contrast(theme.border, theme.stage)).toBeGreaterThanOrEqual(GRAPHIC);
  }
});
