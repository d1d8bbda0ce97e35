import { type LaidScene, layOutScene } from '../../../domain/diagram/build-scene.ts';
import type { Unlit } from '../../../domain/diagram/scene.ts';
import { READABLE_SCALE, type Size } from './looks.ts';

/** What a picture shows; how large it is comes from the room that it gets. */
export type Picture = Omit<Unlit, 'width' | 'height'>;

/**
 * On a stage smaller than this the picture is laid out for more room and drawn smaller, because cut names and folded
 * rows tell less than slightly smaller ones. At 926 × 550, beside the inspector, titles of 20 units keep 18 pixels.
 */
const ROOMY: Size = { width: 1028, height: 610 };
const MOST_SHRUNK = 1.11;

/** So much narrower a picture may be laid out than `ROOMY` rather than not be whole at the smallest readable scale. */
const NARROWER = 24;

/** The picture laid out for a room in pixels; null where there is no room worth it. */
export function laidAt(picture: Picture, size: Size): LaidScene | null {
  if (size.width < 50 || size.height < 50) return null;
  // Of a picture for a room it decides itself how large its letters are.
  if (picture.reader === 'room') return layOutScene({ ...picture, ...size });
  const shrink = Math.max(1, ROOMY.width / size.width, Math.min(MOST_SHRUNK, ROOMY.height / size.height));
  const whole = size.width / READABLE_SCALE;
  const isNearly = whole < ROOMY.width && whole >= ROOMY.width - NARROWER;
  // Drawn even smaller nobody could read it: of a picture that is too wide a part is looked at, in all its height.
  const height = size.height * Math.min(MOST_SHRUNK, shrink);
  // In whole units, which is what the command line takes.
  const width = Math.round(isNearly ? whole : size.width * shrink);
  return layOutScene({ ...picture, width, height: Math.round(height) });
}
