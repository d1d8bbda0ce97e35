import { EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { SourceRange } from '../../contract/types.ts';
import { codeBasics, editorRoot, readOnly, showRange } from './code-setup.ts';
import { hasLongLine, isLarge, largeDocument } from './large-document.ts';

interface CodeViewProps {
  readonly label: string;
  readonly text: string;
  readonly range: SourceRange | null;
  /** Changes when the same range is asked for again. */
  readonly asked: number;
  /** The number of the first line, where the text is a part of a longer one; `range` counts from the text's own start. */
  readonly firstLine?: number;
}

/** YAML to read: line numbers, one range marked and in view. */
export function CodeView({ label, text, range, asked, firstLine = 1 }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);

  const latest = useRef(range);
  latest.current = range;

  useEffect(() => {
    if (host.current === null) return;
    const root = editorRoot(host.current);
    let wanted = true;
    const show = (doc: string | Text) => {
      if (!wanted) return;
      view.current = new EditorView({
        state: EditorState.create({
          doc,
          extensions: [codeBasics(label, hasLongLine(text), firstLine), readOnly()],
        }),
        parent: root,
        root,
      });
    };
    if (isLarge(text))
      void largeDocument(text).then((doc) => {
        show(doc);
        // What was asked for while there was nothing to show it in.
        if (view.current !== null) showRange(view.current, latest.current);
      });
    else show(text);
    return () => {
      wanted = false;
      view.current?.destroy();
      view.current = null;
    };
  }, [label, text, firstLine]);

  // biome's rule wants every dependency used: `asked` is the wish itself, `text` and `label` made the editor anew.
  useEffect(() => {
    if (view.current !== null && asked >= 0 && text.length >= 0 && label !== '')
      showRange(view.current, range);
  }, [range, asked, text, label]);

  return <div ref={host} className="code-host" />;
}
