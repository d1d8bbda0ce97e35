import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun, Counterpart, NamedText } from '../../contract/types.ts';
import type { Injector } from '../inject/injector.ts';
import type { StudyReader, StudyTexts } from './reader.ts';

export interface Counterparts {
  /** Notes how a study was injected; what was not injected here has no counterpart. */
  note(studyId: string, native: boolean): void;
  /**
   * Injects the texts of a study the other way, once for all its workloads, and gives one of them; of a recording what was
   * injected then. Throws `no-counterpart`
   * where it was not injected here, `cancelled`, and what an injection throws.
   */
  of(studyId: string, texts: StudyTexts, index: number, signal: AbortSignal): Promise<Counterpart>;
  /** What the other injection gave, once somebody asked for it. */
  textOf(studyId: string): NamedText | undefined;
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
  const injected = new Map<string, Promise<CommandRun | null>>();
  const known = new Map<string, NamedText>();

  async function inject(studyId: string, texts: StudyTexts, signal: AbortSignal): Promise<CommandRun | null> {
    if (texts.counterpart !== undefined) {
      await reader.read(readerId(studyId), { ...texts, injected: texts.counterpart }, signal);
      return null;
    }
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
    known.set(studyId, other.injected);
    const command = commands.at(-1);
    if (command === undefined) throw new Error('an injection without a command');
    return command;
  }

  return {
    note: (studyId, native) => void natives.set(studyId, native),
    async of(studyId, texts, index, signal) {
      const asked = injected.get(studyId) ?? inject(studyId, texts, signal);
      injected.set(studyId, asked);
      // What failed or was called off is tried anew by who asks next.
      asked.catch(() => injected.get(studyId) === asked && injected.delete(studyId));
      const command = await asked;
      const { anatomy } = await reader.view(readerId(studyId), index, { variant: 'lab', start: {} });
      return { anatomy, command };
    },
    textOf: (studyId) => known.get(studyId),
    forget(studyId) {
      known.delete(studyId);
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
