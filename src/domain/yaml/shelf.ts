import { readYaml, type SourceFile } from './document.ts';
import { GrowingText } from './growing.ts';

/** How a text is read; `readYaml`, or a shelf that knows it already. Throws as `readYaml` does. */
export type ReadText = (name: string, text: string) => SourceFile;

/** Texts that were read, for the others who need them: an injection and the anatomy of its result read the same ones. */
export interface SourceShelf {
  readonly read: ReadText;
  /**
   * Takes the next piece of a text that a program is still writing, and reads what is whole of it; `read` of the whole
   * text finds that done. Never throws.
   */
  grow(name: string, piece: string): void;
  /** Lets go of everything; what others hold of it stays theirs. */
  clear(): void;
}

/** Input, result and the three injection files, and one more of each input and result. */
const PLACES = 7;

/** Holds the texts that were asked for last. A text counts as known by its name and its whole content. */
export function createSourceShelf(): SourceShelf {
  const known: SourceFile[] = [];
  const growing = new Map<string, GrowingText>();
  const readWhole = (name: string, text: string): SourceFile => {
    const begun = growing.get(name);
    growing.delete(name);
    return readYaml(name, text, undefined, begun?.begins(text) === true ? begun : null);
  };
  return {
    grow(name, piece) {
      const text = growing.get(name) ?? new GrowingText();
      growing.set(name, text);
      text.add(piece);
    },
    read(name, text) {
      const at = known.findIndex((file) => file.name === name && file.text === text);
      const file = known[at] ?? readWhole(name, text);
      if (at >= 0) known.splice(at, 1);
      known.unshift(file);
      known.splice(PLACES);
      return file;
    },
    clear() {
      known.length = 0;
      growing.clear();
    },
  };
}
