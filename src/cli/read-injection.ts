import { usageFailure } from '../contract/failure.ts';
import type { InjectionFile } from '../host/inject/injector.ts';
import type { CliContext } from './context.ts';
import { readInputFile } from './input-file.ts';
import type { InjectionOptions } from './study-options.ts';

/** Reads the injection files that were named. Throws FailureError for a manifest beside single files. */
export async function readInjection(
  context: CliContext,
  options: InjectionOptions,
): Promise<readonly InjectionFile[]> {
  const single = (['config', 'mesh', 'values'] as const).filter((role) => options[role] !== undefined);
  if (options.manifest !== undefined && single.length > 0)
    throw usageFailure(
      'manifest-and-files',
      `--manifest holds all three files, and --${single.join(', --')} was given as well.`,
      'Give the manifest, or the files.',
    );
  if (options.manifest !== undefined) return [await readInputFile(context, options.manifest)];
  return Promise.all(
    single.map(async (role) => ({ ...(await readInputFile(context, options[role] ?? '')), role })),
  );
}
