export const ingredients: Readonly<Record<'node' | 'app' | 'electron9', readonly string[]>>;
export function fingerprint(root: string, paths: readonly string[]): string;
export function readStamp(folder: string): string | null;
