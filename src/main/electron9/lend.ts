/** Gives an object what an older engine has not; what is there already is kept. */
export function lend(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
