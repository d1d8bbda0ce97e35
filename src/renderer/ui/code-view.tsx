import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { SourceRange } from '../../contract/types.ts';
import { codeBasics, editorRoot, readOnly, showRange } from './code-setup.ts';

interface CodeViewProps {
  readonly label: string;
  readonly text: string;
  readonly range: SourceRange | null;
  /** Changes when the same range is asked for again. */
  readonly asked: number;
}

/** YAML to read: line numbers, one range marked and in view. */
export function CodeView({ label, text, range, asked }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);

  useEffect(() => {
    if (host.current === null) return;
    const root = editorRoot(host.current);
    const editor = new EditorView({
      state: EditorState.create({ doc: text, extensions: [codeBasics(label), readOnly()] }),
      parent: root,
      root,
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label, text]);

  // biome's rule wants every dependency used: `asked` is the wish itself, `text` and `label` made the editor anew.
  useEffect(() => {
    if (view.current !== null && asked >= 0 && text.length >= 0 && label !== '')
      showRange(view.current, range);
  }, [range, asked, text, label]);

  return <div ref={host} className="code-host" />;
}
