import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * The user's own folder, always absolute: a relative HOME would put folders wherever a command happens to run, so the
 * system is asked instead.
 */
export function homeFolder(home: string = homedir()): string {
  return isAbsolute(home) ? home : userInfo().homedir;
}
