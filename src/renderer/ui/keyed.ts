/** Items with keys for a list: by content, and by occurrence where content repeats. */
export function keyed<T>(
  items: readonly T[],
  content: (item: T) => string,
): readonly { readonly key: string; readonly item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const own = content(item);
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    return { key: `${own}#${times}`, item };
  });
}
