import type { SceneBox } from '../../../domain/diagram/scene.ts';

/** What a press on a folded or opened group does, in words: `show 4 more args`, `show 5 labels`, `show fewer args`. */
export function foldName(box: Pick<SceneBox, 'id' | 'title'>): string {
  const group = box.id.replace(/^more\//, '').replaceAll('/', ' ');
  // The drawing says what a press does; where it does not say of what, the group's name follows.
  return /^show (\d+ more|fewer)$/.test(box.title) ? `${box.title} ${group}` : box.title;
}
