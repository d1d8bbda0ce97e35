/** Lines of `before` that a comparison with `after` shows as removed: those outside a longest common subsequence. */
export function removedLines(before: string, after: string): readonly string[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = longest[i];
      if (row !== undefined)
        row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const removed: string[] = [];
  let j = 0;
  for (const [i, line] of a.entries()) {
    while (line !== b[j] && j < b.length && at(i, j + 1) === at(i, j)) j += 1;
    if (line === b[j] && at(i, j) === at(i + 1, j + 1) + 1) j += 1;
    else removed.push(line.trim());
  }
  return removed;
}
