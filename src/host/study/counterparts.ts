import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun, Counterpart } from '../../contract/types.ts';
import type { Injector } from '../inject/injector.ts';
import type { StudyReader, StudyTexts } from './reader.ts';

export interface Counterparts {
  /** Notes how a study was injected; what was not injected here has no counterpart. */
  note(studyId: string, native: boolean): void;
  /**
   * Injects the texts of a study the other way, once for all its workloads, and gives one of them. Throws `no-counterpart`
   * where it was not injected here, `cancelled`, and what an injection throws.
   */
  of(studyId: string, texts: StudyTexts, index: number, signal: AbortSignal): Promise<Counterpart>;
  forget(studyId: string): void;
}

const readerId = (studyId: string): string => `${studyId}/counterpart`;

/** Injects lazily and keeps what came of it as long as its study is kept. */
export function createCounterparts({
  injector,
  reader,
}: {
  readonly injector: Injector;
  readonly reader: StudyReader;
}): Counterparts {
  const natives = new Map<string, boolean>();
  const injected = new Map<string, Promise<CommandRun>>();

  async function inject(studyId: string, texts: StudyTexts, signal: AbortSignal): Promise<CommandRun> {
    const native = natives.get(studyId);
    if (native === undefined || texts.original === null) throw notInjectedHere(texts.original === null);
    const bytes = (text: { readonly name: string; readonly text: string }) => ({
      name: text.name,
      bytes: Buffer.from(text.text),
    });
    const files = [
      { role: 'config' as const, file: texts.injectConfig },
      { role: 'mesh' as const, file: texts.meshConfig },
      { role: 'values' as const, file: texts.values },
    ];
    const injection = files.flatMap(({ role, file }) => (file === null ? [] : [{ ...bytes(file), role }]));
    const {
      commands,
      notes: _,
      ...other
    } = await injector.inject({
      ...bytes(texts.original),
      injection,
      native: !native,
      signal,
    });
    await reader.read(readerId(studyId), other, signal);
    const command = commands.at(-1);
    if (command === undefined) throw new Error('an injection without a command');
    return command;
  }

  return {
    note: (studyId, native) => void natives.set(studyId, native),
    async of(studyId, texts, index, signal) {
      const known = injected.get(studyId) ?? inject(studyId, texts, signal);
      injected.set(studyId, known);
      // What failed or was called off is tried anew by who asks next.
      known.catch(() => injected.get(studyId) === known && injected.delete(studyId));
      const command = await known;
      const { anatomy } = await reader.view(readerId(studyId), index, { variant: 'lab', start: {} });
      return { anatomy, command };
    },
    forget(studyId) {
      natives.delete(studyId);
      if (injected.delete(studyId)) reader.forget(readerId(studyId));
    },
  };
}

function notInjectedHere(already: boolean) {
  return already
    ? inputFailure(
        'no-counterpart',
        'This input already held its sidecar: what it was made from is not here, to be injected the other way.',
        'Open the workload as it was before.',
      )
    : inputFailure(
        'no-counterpart',
        'This recording holds one injection only, and no istioctl was run here.',
        'Open the workload on the lab bench.',
      );
}
