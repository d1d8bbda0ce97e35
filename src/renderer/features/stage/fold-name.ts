import type { SceneBox } from '../../../domain/diagram/scene.ts';

/** What a press on a folded or opened group does, in words: `show 4 more args`, `show 5 labels`, `show fewer args`. */
export function foldName(box: Pick<SceneBox, 'id' | 'title'>): string {
  const group = box.id.replace(/^more\//, '').replaceAll('/', ' ');
  const what = box.title.replace(/^\+ /, '');
  if (what === 'show fewer') return `show fewer ${group}`;
  return /^\d+ more$/.test(what) ? `show ${what} ${group}` : `show ${what}`;
}
