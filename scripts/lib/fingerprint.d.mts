export const ingredients: { readonly node: readonly string[]; readonly app: readonly string[] };
export function fingerprint(root: string, paths: readonly string[]): string;
export function readStamp(folder: string): string | null;
