import type { CliContext } from './context.ts';

/** Says what is not in a result as it was in the input, and how it would be. */
export function tellMasked(context: CliContext, masked: number): void {
  if (masked === 0) return;
  context.err(
    masked === 1
      ? '1 value was masked; --include-secrets shows it.\n'
      : `${masked} values were masked; --include-secrets shows them.\n`,
  );
}
