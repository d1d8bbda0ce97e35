import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, THEME_NAMES } from '../../domain/diagram/theme.ts';

const text = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The plain colours of a theme: what it does not name itself is the light theme's. */
function coloursOf(theme: string): ReadonlyMap<string, string> {
  const blockOf = (selector: string): string => {
    const start = text.indexOf(`${selector} {`);
    return start < 0 ? '' : text.slice(start, text.indexOf('}', start));
  };
  const blocks = [blockOf(':root'), blockOf(`:root[data-theme="${theme}"]`)];
  return new Map(
    blocks.flatMap((block) =>
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(
        ([, name = '', colour = '']): [string, string] => [name, colour],
      ),
    ),
  );
}

describe.each(THEME_NAMES)('the window in the %s theme', (theme) => {
  const colours = coloursOf(theme);
  const colour = (name: string): string => colours.get(name) ?? '';
  const least = theme === 'projector' || theme === 'contrast' ? 7 : 4.5;

  test('has contrast enough for its words and tones on every ground', () => {
    const inks = [...colours.keys()].filter((name) =>
      /^(?:ink|tone-|accent$|good$|waiting$|bad$)/.test(name),
    );
    expect(inks.length).toBeGreaterThan(15);
    for (const ink of inks)
      for (const ground of ['ground', 'panel', 'raised'])
        expect(contrast(colour(ink), colour(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(least);
  });

  test('has contrast enough for what stands on a tint of its own colour or on the accent', () => {
    for (const [ink, ground] of [
      ['good', 'good-soft'],
      ['waiting', 'waiting-soft'],
      ['bad', 'bad-soft'],
      ['on-accent', 'accent'],
      ['ink', 'accent-soft'],
      ['ink', 'mark'],
    ] as const)
      expect(contrast(colour(ink), colour(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(least);
  });

  test('shows where the focus is', () => {
    for (const ground of ['ground', 'panel', 'raised'])
      expect(contrast(colour('focus'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
