import type { Study } from '../../../contract/types.ts';
import type { Unlit } from '../../../domain/diagram/scene.ts';
import { FRAME } from '../../../domain/diagram/svg.ts';
import { quoteWord } from '../../../domain/shell-word.ts';
import type { StudyState } from '../../state/study-store.ts';

/** What decides the picture beside the picture itself. */
export interface Pictured {
  readonly study: Study | null;
  readonly chosen: Pick<StudyState, 'index' | 'native' | 'shown' | 'start'>;
  readonly theme: string;
  /** The bootstrap on the stage is not the generated text. */
  readonly edited: boolean;
}

/**
 * The command that makes the picture on the stage, with nothing selected and no group opened; null where the command line
 * cannot make it: of a recording, of a running Envoy, with injection files, with start values or a bootstrap of one's own.
 */
export function pictureCommand(picture: Unlit, { study, chosen, theme, edited }: Pictured): string | null {
  const { shown, start, native, index } = chosen;
  if (study === null || study.bench !== 'lab') return null;
  const asked = picture.live !== null && picture.live.rung !== 'not-started';
  const own = edited || Object.keys(start).length > 0 || (shown?.injection.length ?? 0) > 0;
  if (asked || own) return null;
  const out = `${picture.anatomy.name}-${picture.scene}.svg`;
  const options: readonly (readonly string[])[] = [
    ['--scene', picture.scene],
    ['--view', picture.view],
    picture.step === undefined || picture.step === null ? [] : ['--step', String(picture.step)],
    ['--variant', picture.variant],
    ['--theme', theme],
    study.workloads.length > 1 ? ['--workload', String(index + 1)] : [],
    native ? ['--native'] : [],
    shown?.alreadyInjected === true ? ['--injected'] : [],
    ['--width', String(picture.width), '--height', String(picture.height + FRAME.header + FRAME.footer)],
    ['--format', 'svg', '--out', out],
  ];
  return ['sidecar-anatomy', 'anatomy', study.name, ...options.flat()].map(quoteWord).join(' ');
}
