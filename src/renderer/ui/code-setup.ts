import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { SourceRange } from '../../contract/types.ts';

/** Colours come from the tokens, which cross the shadow boundary: one editor serves both themes. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink-muted)',
    borderRight: '1px solid var(--edge)',
  },
  '.cm-marked': { backgroundColor: 'var(--mark)' },
  '.cm-marked-exact': { boxShadow: 'inset 0 -2px 0 var(--accent)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--mark)' },
  '.cm-changedLine': { backgroundColor: 'var(--good-soft) !important' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--bad-soft) !important' },
  '&.cm-merge-a .cm-changedText': { boxShadow: 'inset 0 -2px 0 var(--bad)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important' },
  '.cm-changedText': { background: 'none !important', boxShadow: 'inset 0 -2px 0 var(--good)' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'none !important',
    boxShadow: 'inset 0 -2px 0 var(--bad)',
  },
  '.cm-collapsedLines': {
    background: 'var(--raised) !important',
    color: 'var(--ink-muted)',
    border: '1px dashed var(--edge)',
  },
  // The sign that the library puts there is in none of our fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--syntax-key)' },
  { tag: tags.string, color: 'var(--syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--syntax-number)' },
  { tag: tags.comment, color: 'var(--syntax-comment)' },
  { tag: [tags.punctuation, tags.separator], color: 'var(--ink-muted)' },
]);

const mark = StateEffect.define<{ readonly from: number; readonly to: number } | null>();
const wholeLine = Decoration.line({ class: 'cm-marked' });
const exact = Decoration.mark({ class: 'cm-marked-exact' });

function decorate(state: EditorState, place: { readonly from: number; readonly to: number }): DecorationSet {
  const first = state.doc.lineAt(place.from).number;
  const last = state.doc.lineAt(Math.max(place.from, place.to - 1)).number;
  const lines = [];
  for (let number = first; number <= last; number += 1)
    lines.push(wholeLine.range(state.doc.line(number).from));
  return Decoration.set(
    place.to > place.from && first === last ? [...lines, exact.range(place.from, place.to)] : lines,
    true,
  );
}

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(mark))
        return effect.value === null ? Decoration.none : decorate(transaction.state, effect.value);
    return transaction.docChanged ? value.map(transaction.changes) : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * What every code view has: numbers, which begin with `firstLine`, special characters made visible, search; colours unless
 * `plain`.
 */
export function codeBasics(label: string, plain = false, firstLine = 1): Extension {
  return [
    lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
    highlightSpecialChars(),
    plain ? [] : yaml(),
    syntaxHighlighting(colours),
    look,
    marked,
    keymap.of(searchKeymap),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  ];
}

export function readOnly(): Extension {
  return [EditorState.readOnly.of(true), EditorView.editable.of(false)];
}

/** Offsets of a range in a document; ranges that reach past the end are cut, so that a stale one cannot throw. */
export function offsets(state: EditorState, range: SourceRange): { from: number; to: number } {
  const at = (lineNumber: number, column: number) => {
    const line = state.doc.line(Math.min(Math.max(1, lineNumber), state.doc.lines));
    return Math.min(line.from + Math.max(0, column - 1), line.to);
  };
  const from = at(range.line, range.column);
  return { from, to: Math.max(from, at(range.endLine, range.endColumn)) };
}

/** Marks a range and brings it into view; null takes the mark away. */
export function showRange(view: EditorView, range: SourceRange | null): void {
  if (range === null) {
    view.dispatch({ effects: mark.of(null) });
    return;
  }
  const place = offsets(view.state, range);
  view.dispatch({
    effects: [mark.of(place), EditorView.scrollIntoView(place.from, { y: 'center' })],
  });
}

/**
 * A shadow root to mount an editor in: there CodeMirror adopts constructed style sheets, which a policy of
 * `style-src 'self'` allows; in the document itself it would insert a style element, which the policy forbids.
 */
export function editorRoot(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}
