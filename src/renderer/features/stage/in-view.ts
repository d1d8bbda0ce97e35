import type { Scene, SceneBox, SceneLine } from '../../../domain/diagram/scene.ts';
import type { Look, Size } from './looks.ts';

/** A piece of a picture's height, in its own units. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/**
 * What of a picture a look shows, and about half as much again above and below it. In steps, so that a picture that is
 * moved a little shows the same band still.
 */
export function bandOf(view: Size, { k, y }: Look): Band {
  const step = 2 ** Math.floor(Math.log2(view.height / k)) / 4;
  const [top, bottom] = [-y / k, (view.height - y) / k];
  return { top: (Math.floor(top / step) - 2) * step, bottom: (Math.ceil(bottom / step) + 2) * step };
}

export const sameBand = (a: Band, b: Band): boolean => a.top === b.top && a.bottom === b.bottom;

/** Whether a line passes through a band; every command of its path takes points. */
function passes({ d }: SceneLine, { top, bottom }: Band): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  (d.match(/-?[\d.]+/g) ?? []).forEach((text, index) => {
    if (index % 2 === 0) return;
    const y = Number(text);
    least = Math.min(least, y);
    most = Math.max(most, y);
  });
  return most >= top && least <= bottom;
}

/** The boxes and lines of a picture that reach into a band, and of the others the one box that is `kept`. */
export function inBand(
  { boxes, lines }: Pick<Scene, 'boxes' | 'lines'>,
  band: Band,
  kept: string | null,
): { readonly boxes: readonly SceneBox[]; readonly lines: readonly SceneLine[] } {
  return {
    boxes: boxes.filter(({ id, y, height }) => (y + height >= band.top && y <= band.bottom) || id === kept),
    lines: lines.filter((line) => passes(line, band)),
  };
}
