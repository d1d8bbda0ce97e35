import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeBasics, editorRoot, showRange } from './code-setup.ts';

/**
 * Typing over a selection is done here and not by the browser: Chromium would keep the look of what it replaces with
 * style attributes, which the content security policy forbids and reports.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection;
    if (event.inputType !== 'insertText' || event.data === null || main.empty || view.composing) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

interface CodeEditorProps {
  readonly label: string;
  /** Another key is another document: its own text, its own undo. */
  readonly documentKey: string;
  readonly text: string;
  /** A place to mark and bring into view, again whenever `asked` changes; null for none. */
  readonly marked: { readonly line: number; readonly column: number; readonly asked: number } | null;
  readonly onChange: (text: string) => void;
}

/** YAML to edit. Tab moves the focus on, as everywhere else, so that no keyboard is trapped. */
export function CodeEditor({ label, documentKey, text, marked, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ text, onChange });
  latest.current = { text, onChange };

  useEffect(() => {
    if (host.current === null) return;
    const root = editorRoot(host.current);
    const editor = new EditorView({
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          codeBasics(label),
          history(),
          typeOverSelection,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
      parent: root,
      root,
    });
    editor.dom.dataset.document = documentKey;
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label, documentKey]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
    // Lines begin at the left: what was scrolled to was the end of a line of the old text.
    editor.scrollDOM.scrollLeft = 0;
  }, [text]);

  // After the text: what is marked is a place in it. `documentKey` and `label` made the editor anew.
  useEffect(() => {
    const editor = view.current;
    if (editor === null || documentKey === '' || label === '') return;
    if (marked === null) return showRange(editor, null);
    const { line, column } = marked;
    showRange(editor, { file: documentKey, line, column, endLine: line, endColumn: column });
  }, [marked, documentKey, label]);

  return <div ref={host} className="code-host" />;
}
