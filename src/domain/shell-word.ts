/** Characters that no POSIX shell treats specially anywhere in a word; `~` and `=` are left out on purpose. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-]+$/;

/**
 * One argument as a POSIX shell word: unchanged where no character is special, else in single quotes, in which
 * nothing is (POSIX.1-2017, Shell Command Language 2.2.2); a single quote itself is written `'\''`.
 */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
