/** One thing that a person does wrong in a folder of the install lab that was right before. */
export interface Mistake {
  readonly name: string;
  /** The steps that are not passed then; the first is the one of the mistake. */
  readonly steps: readonly number[];
  /** What the first of them says of it. */
  readonly says: RegExp;
  readonly make: (texts: Map<string, string>) => void;
}

/** Changes one file; one that stays as it was is no mistake. */
export function edit(path: string, change: (text: string) => string) {
  return (texts: Map<string, string>): void => {
    const before = texts.get(path) ?? '';
    const after = change(before);
    if (after === before) throw new Error(`${path} is as it was`);
    texts.set(path, after);
  };
}

export function json(path: string, change: (value: Record<string, unknown>) => unknown) {
  return edit(path, (text) => {
    const value = JSON.parse(text) as Record<string, unknown>;
    return `${JSON.stringify(change(value), null, 2)}\n`;
  });
}

export const write = (path: string, text: string) => edit(path, () => text);
export const remove = (path: string) => (texts: Map<string, string>) => void texts.delete(path);
