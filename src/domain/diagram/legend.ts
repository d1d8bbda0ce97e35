import type { Scene, Tone } from './scene.ts';
import { toneWord } from './words.ts';

/** Tones in the order in which a legend names them; states explain themselves where they stand. */
const ORDER: readonly Tone[] = [
  'user',
  'injected',
  'changed',
  'removed',
  'start',
  'agent',
  'mesh',
  'lab',
  'control-plane',
];

/** What a broken frame or line means, and the same where there is less room. */
export const DASHED_WORDS = { whole: 'not there, or not on this bench', brief: 'not there' } as const;

/** The tones that occur in a scene with their words, for a legend. */
export function legendOf(scene: Scene): readonly { readonly tone: Tone; readonly word: string }[] {
  const used = new Set(scene.boxes.filter((box) => box.role !== 'badge').map((box) => box.tone));
  return ORDER.filter((tone) => used.has(tone)).map((tone) => ({ tone, word: toneWord(tone, scene.view) }));
}

/** Whether anything in a scene is drawn as not there. */
export function hasDashes(scene: Scene): boolean {
  return (
    scene.boxes.some(({ state, absent }) => state === 'missing' || absent === true) ||
    scene.lines.some(({ state }) => state === 'missing')
  );
}
