import type { Study } from '../../src/contract/types.ts';
import { type OpenedInput, openedFile } from '../../src/renderer/state/opened-input.ts';

/** A file as the window holds it once it was taken. */
export const opened = async (name: string): Promise<OpenedInput> => ({
  file: await openedFile(name, new Blob([`# ${name}\n`])),
  injection: [],
  alreadyInjected: false,
});

/** What a host answers of an input in which it found nothing to show. */
export const emptyStudy = (name: string): Study => ({
  id: name,
  name,
  bench: 'lab',
  recordedAt: null,
  workloads: [],
  notes: [],
  commands: [],
  tools: [],
  texts: [],
});
