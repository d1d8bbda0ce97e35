/** A stream that may be a terminal. */
export type MaybeTerminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** How many characters fit into one row: a line that is written over must not reach a second one, which would stay. */
export function rowWidth({ columns }: MaybeTerminal): number {
  // The last column stays free: some terminals go to the next row as soon as it is filled.
  return columns === undefined || columns < 2 ? Number.POSITIVE_INFINITY : columns - 1;
}

/** A text cut to a width, with an ellipsis where something is left out. */
export function cutTo(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
