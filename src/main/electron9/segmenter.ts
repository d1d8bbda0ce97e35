/**
 * `Intl.Segmenter` for Chromium 83, which has none: one code point with the marks, joiners and modifiers that follow it
 * counts as one character, as Unicode's extended grapheme clusters mostly have it (UAX #29).
 */
export class Segmenter83 {
  segment(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
    return [...text.matchAll(CLUSTER)].map(({ 0: segment, index = 0 }) => ({ segment, index }));
  }
}

const CLUSTER = /\r\n|\p{RI}\p{RI}|[\s\S](?:\p{M}|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*/gu;
