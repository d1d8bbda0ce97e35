import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeBasics, editorRoot, readOnly } from './code-setup.ts';

interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Two columns where there is room, one where there is not. */
  readonly sideBySide: boolean;
}

const collapse = { margin: 2, minSize: 6 };

/** Two texts and how they differ; long equal stretches are folded and can be opened. */
export function DiffView({ before, after, beforeLabel, afterLabel, sideBySide }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = editorRoot(host.current);
    if (sideBySide) {
      const merge = new MergeView({
        a: { doc: before, extensions: [codeBasics(beforeLabel), readOnly()] },
        b: { doc: after, extensions: [codeBasics(afterLabel), readOnly()] },
        parent: root,
        root,
        collapseUnchanged: collapse,
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
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: collapse }),
        ],
      }),
      parent: root,
      root,
    });
    return () => editor.destroy();
  }, [before, after, beforeLabel, afterLabel, sideBySide]);
  return <div ref={host} className="code-host" />;
}
