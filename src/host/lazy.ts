/** Something that is made once, when it is first needed or begun ahead. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** Starts with it; how it ends is told to who gets it. */
  begin(): void;
  /** What was begun, to wait for its end; null when nothing was. */
  begun(): Promise<T> | null;
}

export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | null = null;
  const get = (): Promise<T> => {
    made ??= make();
    return made;
  };
  return {
    get,
    begin: () => void get().catch(() => undefined),
    begun: () => made,
  };
}
