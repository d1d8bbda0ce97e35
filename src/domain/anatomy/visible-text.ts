/**
 * Text of the user's as it may be drawn: control characters, bidirectional marks and other characters that cannot be
 * seen, but change what is seen, are written as escapes. The text itself is never altered; only what is drawn is.
 */

/**
 * C0 and C1 controls, DEL, zero-width and bidirectional format characters (Unicode Bidi_Control and Default_Ignorable
 * ones that occur in attacks), line and paragraph separators, the byte order mark, interlinear annotation, tags.
 */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\u0000', '\\0'],
  ['\u001b', '\\e'],
]);

/**
 * The text with every invisible character written out: `\n`, `\t`, `\0`, `\e`, else `\u202e`. For one line of a
 * drawing, a list, a title; a text shown over several lines keeps its line ends when `lines` is true.
 */
export function visibleText(text: string, lines = false): string {
  return text.replace(INVISIBLE, (character) => {
    if (lines && (character === '\n' || character === '\t')) return character;
    const code = character.codePointAt(0) ?? 0;
    return (
      NAMED.get(character) ??
      (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
    );
  });
}
