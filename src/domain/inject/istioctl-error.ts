const BEGIN = /^(?:Error(?:\(s\) [\w ]+)?|panic): /;
/** How Go's multierror heads its list (github.com/hashicorp/go-multierror). */
const HEAD = /\berrors? occurred:$/;
/** Reasons of a list that are told. */
const MAX_REASONS = 3;

/**
 * What istioctl says is wrong, as a clause without “Error: ” and without a full stop: its first line that is an error or a
 * panic, else its first line; where that only counts errors, the errors below it. Empty where it says nothing.
 */
export function istioctlError(output: string): string {
  const lines = output.split(/\r?\n/).map((line) => line.trim());
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const at = begin === -1 ? lines.findIndex((line) => line !== '') : begin;
  const first = (lines[at] ?? '').replace(/^Error: /, '');
  const said = HEAD.test(first) ? (reasonsIn(lines.slice(at + 1)) ?? first) : first;
  return said.replace(/\.$/, '');
}

/** The entries of a list, each behind a star; one that only heads a list of its own is none. */
function reasonsIn(below: readonly string[]): string | null {
  const entries = below.flatMap((line) => (line.startsWith('* ') ? [line.slice(2)] : []));
  const reasons = [...new Set(entries)].filter((line) => !HEAD.test(line));
  if (reasons.length === 0) return below.find((line) => line !== '') ?? null;
  const more = reasons.length - MAX_REASONS;
  return `${reasons.slice(0, MAX_REASONS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
