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

/** The tones that occur in a scene with their words, for a legend; tones of one word are named once. */
export function legendOf(scene: Scene): readonly { readonly tone: Tone; readonly word: string }[] {
  const used = new Set(scene.boxes.filter((box) => box.role !== 'badge').map((box) => box.tone));
  const words = ORDER.filter((tone) => used.has(tone)).map((tone) => ({
    tone,
    word: toneWord(tone, scene.view),
  }));
  // Two tones of one colour are one entry: who reads the colour reads both.
  const quiet = words.filter(({ tone }) => tone === 'agent' || tone === 'lab');
  if (quiet.length < 2) return words;
  return [
    ...words
      .filter(({ tone }) => tone !== 'lab')
      .map((entry) =>
        entry.tone === 'agent' ? { ...entry, word: quiet.map(({ word }) => word).join(', ') } : entry,
      ),
  ];
}
