import { usageFailure } from '../contract/failure.ts';
import type { SceneInput, SceneTwin } from '../domain/diagram/scene.ts';
import type { NamedFile } from '../host/files/named-file.ts';
import type { CliContext } from './context.ts';
import type { StudyOptions } from './study-options.ts';

/** The workload of FILE at an index, injected the other way: native without --native, classic with it. */
export async function twinOf(
  context: CliContext,
  file: string,
  options: StudyOptions & { readonly includeSecrets?: boolean },
  index: number,
  input: NamedFile,
): Promise<SceneTwin> {
  if (options.injected === true)
    return {
      kind: 'missing',
      why: 'This input already held its sidecar: what it was made from is not here, to be injected the other way.',
    };
  const { openStudy } = await import('./study.ts');
  const { redactAnatomy } = await import('../domain/redact/anatomy.ts');
  const study = await openStudy(context, file, { ...options, native: options.native !== true }, input);
  return context.compute(() => {
    const anatomy = study.anatomy.workload(index, { variant: 'lab', start: {} });
    return {
      kind: 'there',
      anatomy: options.includeSecrets === true ? anatomy : redactAnatomy(anatomy).anatomy,
    };
  });
}

/** `--step`: a step of the start order. Throws `FailureError` `step-option` for another scene and for a step there is not. */
export function stepFor(
  asked: unknown,
  input: Pick<SceneInput, 'scene' | 'anatomy' | 'twin'>,
  count: number,
): number | null {
  if (asked === undefined) return null;
  if (input.scene !== 'start-order')
    throw usageFailure(
      'step-option',
      `--step is one of the start order’s, and --scene ${input.scene} has none.`,
      'Leave it out, or ask for --scene start-order.',
    );
  const step = Number(asked);
  if (Number.isInteger(step) && step >= 1 && step <= count) return step;
  throw usageFailure(
    'step-option',
    `There is no step ${String(asked)}: the start order of ${input.anatomy.name} has ${count} of them.`,
    `Give a number from 1 to ${count}, or leave it out for all at once.`,
  );
}
