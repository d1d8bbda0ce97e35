import type { ClassifiedFile, InjectionRole } from './injection-files.ts';

/** A text and the name people know it by. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A file, once, whatever it was given as. */
export interface Source extends NamedText {
  readonly roles: readonly InjectionRole[];
  readonly classified: ClassifiedFile;
}

/** One of the three texts, and the file it is from. */
export interface ChosenText extends NamedText {
  readonly source: Source;
}

/** What is chosen for each of the three, where something is. */
export type ChosenTexts = ReadonlyMap<InjectionRole, ChosenText>;
