import { InvalidArgumentError } from 'commander';
import { InputFault } from '../domain/fault.ts';
import { checkSet } from '../domain/manifest/generate.ts';

/**
 * Reads one more value of `--set`, which may be repeated.
 * Throws InvalidArgumentError for what is not `KEY=VALUE`: that is a wrong call.
 */
export function collectSet(value: string, before: readonly string[]): readonly string[] {
  try {
    checkSet(value);
  } catch (error) {
    throw error instanceof InputFault ? new InvalidArgumentError(`${error.message} ${error.hint}`) : error;
  }
  return [...before, value];
}
