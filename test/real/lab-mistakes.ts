/** What a file says in another folder that was exported. */
export type TextAt = (folder: 'right' | 'orders', file: string) => string;

/** A way to spoil one file: a text in place of another, or a whole new text; null removes the file. */
export type Spoiling =
  | readonly [from: string | RegExp, to: string]
  | ((text: string, at: TextAt) => string)
  | null;

export interface Mistake {
  readonly what: string;
  readonly file: string;
  readonly spoil: Spoiling;
  /** The steps that fail, and a part of the reason. */
  readonly steps: string;
  readonly reason: string;
}

export const mistake = (
  what: string,
  file: string,
  spoil: Spoiling,
  steps: string,
  reason: string,
): Mistake => ({
  what,
  file,
  spoil,
  steps,
  reason,
});
