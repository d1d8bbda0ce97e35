import { inputFailure } from '../../contract/failure.ts';
import type { BuiltBootstrap } from '../../contract/types.ts';
import { type ReadAnatomy, readAnatomy } from '../../domain/anatomy/anatomy.ts';
import { createSourceShelf } from '../../domain/yaml/shelf.ts';
import { createTextWork } from '../inject/text-work.ts';
import type { StudyReader, WorkloadChoice } from './reader.ts';
import { noSuchStudy } from './worker-reader.ts';

/** A reader on the thread of whoever calls it: in the worker, and for a command that does one thing and ends. */
export function createInlineReader(): StudyReader {
  const studies = new Map<string, ReadAnatomy>();
  const shelf = createSourceShelf();
  function take(studyId: string, index: number): ReadAnatomy {
    const study = studies.get(studyId);
    if (study === undefined) throw noSuchStudy();
    const count = study.summaries.length;
    if (index >= count)
      throw inputFailure(
        'no-such-workload',
        `There is no workload ${index + 1}: the input holds ${count}.`,
        'Choose one that it holds.',
      );
    return study;
  }
  return {
    async read(studyId, texts) {
      const study = readAnatomy(texts, shelf.read);
      studies.set(studyId, study);
      return { summaries: study.summaries, notes: study.notes };
    },
    async view(studyId, index, choice) {
      const study = take(studyId, index);
      return {
        anatomy: study.workload(index, choice),
        bootstrap: builtBootstrap(study, index, choice),
        start: study.start(index, choice.start),
        bootstrapFile: study.bootstrapFile,
      };
    },
    async bootstrap(studyId, index, choice) {
      return builtBootstrap(take(studyId, index), index, choice);
    },
    texts: createTextWork(shelf),
    forget(studyId) {
      studies.delete(studyId);
      // Texts that nobody studies any more take no memory.
      shelf.clear();
    },
    close: async () => studies.clear(),
  };
}

/** A workload without a sidecar has no bootstrap: its text is empty, and no difference is told. */
function builtBootstrap(study: ReadAnatomy, index: number, choice: WorkloadChoice): BuiltBootstrap {
  const bootstrap = study.bootstrap(index, choice);
  const { variant } = choice;
  return bootstrap === null
    ? { variant, yaml: '', differences: [] }
    : { variant, yaml: bootstrap.yaml, differences: bootstrap.differences() };
}
