import { Change, diff, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { lineChanges } from '../../domain/yaml/line-difference.ts';
import { codeBasics, editorRoot, readOnly } from './code-setup.ts';

interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Two columns where there is room, one where there is not. */
  readonly sideBySide: boolean;
}

/** Changes as offsets of letters, each of whole lines; by letters where too many lines differ. */
function byLines(a: string, b: string): readonly Change[] {
  const [linesA, linesB] = [a.split('\n'), b.split('\n')];
  const changes = lineChanges(linesA, linesB);
  if (changes === null) return diff(a, b, { scanLimit: 500 });
  const [startA, startB] = [lineStarts(linesA), lineStarts(linesB)];
  const at = (starts: readonly number[], line: number, text: string) =>
    Math.min(starts[line] ?? text.length, text.length);
  return changes.map(
    ({ fromA, toA, fromB, toB }) =>
      new Change(at(startA, fromA, a), at(startA, toA, a), at(startB, fromB, b), at(startB, toB, b)),
  );
}

function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

/** Signs in the margin: the colours alone do not tell to everybody what goes and what comes. */
const sign = (content: string, color: string) => ({
  position: 'absolute',
  left: '6px',
  fontWeight: '700',
  content,
  color,
});
const signs = EditorView.theme({
  '.cm-content .cm-line, .cm-deletedChunk .cm-deletedLine': { position: 'relative', paddingLeft: '22px' },
  '.cm-deletedChunk': { paddingLeft: '0' },
  '.cm-line.cm-changedLine::before': sign('"+"', 'var(--good)'),
  '&.cm-merge-a .cm-line.cm-changedLine::before': sign('"−"', 'var(--bad)'),
  '.cm-deletedChunk div.cm-deletedLine::before': sign('"−"', 'var(--bad)'),
});

const diffConfig = { override: byLines };
const collapse = { margin: 2, minSize: 6 };

/** Two texts and how they differ; long equal stretches are folded and can be opened. */
export function DiffView({ before, after, beforeLabel, afterLabel, sideBySide }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = editorRoot(host.current);
    if (sideBySide) {
      const merge = new MergeView({
        a: { doc: before, extensions: [codeBasics(beforeLabel), readOnly(), signs] },
        b: { doc: after, extensions: [codeBasics(afterLabel), readOnly(), signs] },
        parent: root,
        root,
        collapseUnchanged: collapse,
        diffConfig,
        highlightChanges: false,
      });
      merge.dom.style.height = '100%';
      merge.dom.style.overflow = 'auto';
      return () => merge.destroy();
    }
    const editor = new EditorView({
      state: EditorState.create({
        doc: after,
        extensions: [
          codeBasics(afterLabel),
          readOnly(),
          signs,
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: collapse,
            diffConfig,
            highlightChanges: false,
          }),
        ],
      }),
      parent: root,
      root,
    });
    return () => editor.destroy();
  }, [before, after, beforeLabel, afterLabel, sideBySide]);
  return <div ref={host} className="code-host" />;
}
