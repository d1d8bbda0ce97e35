import type { NamedText, Study, TextRole } from '../../contract/types.ts';
import type { StudyTexts } from './reader.ts';
import { noSuchStudy } from './worker-reader.ts';

/** How many studies are held; the one that was not used for longest goes first. */
const MAX_STUDIES = 8;

interface Held {
  readonly study: Study;
  readonly texts: StudyTexts;
}

/** The texts of a study by the names under which they can be asked for. */
export function textsByRole(texts: StudyTexts): ReadonlyMap<TextRole, NamedText> {
  const all: readonly (readonly [TextRole, NamedText | null])[] = [
    ['original', texts.original],
    ['injected', texts.injected],
    ['inject-config', texts.injectConfig],
    ['mesh-config', texts.meshConfig],
    ['values', texts.values],
  ];
  const map = new Map<TextRole, NamedText>();
  for (const [role, text] of all) if (text !== null) map.set(role, text);
  return map;
}

/** Studies in memory: nothing of the user's is written to disk. */
export class StudyShelf {
  readonly #held = new Map<string, Held>();

  constructor(private readonly onForget: (studyId: string) => void) {}

  put(study: Study, texts: StudyTexts): void {
    this.#held.set(study.id, { study, texts });
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MAX_STUDIES) break;
      this.#held.delete(oldest);
      this.onForget(oldest);
    }
  }

  /** Whether it is still held; if so, it counts as used now. */
  keeps(studyId: string): boolean {
    const held = this.#held.get(studyId);
    if (held === undefined) return false;
    this.#held.delete(studyId);
    this.#held.set(studyId, held);
    return true;
  }

  /** Throws `no-such-study` when it was never held or had to make room. */
  take(studyId: string): Held {
    const held = this.#held.get(studyId);
    if (held === undefined || !this.keeps(studyId)) throw noSuchStudy();
    return held;
  }
}
