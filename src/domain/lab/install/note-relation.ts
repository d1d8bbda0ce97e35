import { type ClauseSense, type Statement, statementsOf } from './note-clauses.ts';
import { ENGLISH } from './note-english.ts';
import { KOREAN } from './note-korean.ts';

/** What the clauses of a note on injection say, taken together. */
export interface NoteRelation {
  /** That pods stay as they are as long as nothing makes them anew. */
  readonly stay: boolean;
  /** That a rollout brings the sidecar, or that without one none comes. */
  readonly brings: boolean;
  /** Behind “it says”: what is not so. */
  readonly wrong: readonly string[];
}

/** Reads a note clause by clause, each in its language. */
export function relationOf(text: string): NoteRelation {
  const senses = statementsOf(text).flatMap(sensesOf);
  const has = (test: (sense: ClauseSense) => boolean): boolean => senses.some(test);
  const wrong: readonly (readonly [string, boolean])[] = [
    ['that a rollout is not needed, or brings nothing', has(({ rollout }) => rollout === 'fails')],
    ['that pods are made anew by themselves', has(({ rollout }) => rollout === 'itself')],
    ['that existing pods get the sidecar without being made anew', has(({ pods }) => pods === 'change')],
  ];
  return {
    stay: has(({ pods }) => pods === 'stay'),
    brings: has(({ rollout }) => rollout === 'brings'),
    wrong: wrong.flatMap(([what, said]) => (said ? [what] : [])),
  };
}

function sensesOf({ text: sentence, isDenied: isWhole }: Statement): readonly ClauseSense[] {
  const language = /\p{Script=Hangul}/u.test(sentence) ? KOREAN : ENGLISH;
  const clauses = language.clauses(sentence);
  const senses: ClauseSense[] = [];
  let isAnswer = false;
  // In English what is denied stands behind, in Korean in front.
  let isDenied = false;
  for (const clause of clauses) {
    const said = language.sense(clause, isAnswer);
    isDenied ||= language.denies.test(clause);
    const sense = isDenied !== isWhole ? turned(said) : said;
    if (language === KOREAN) isDenied = false;
    isAnswer ||= sense.rollout === 'brings';
    senses.push(sense);
  }
  return senses;
}

/** The contrary of what a clause says. */
function turned({ rollout, pods }: ClauseSense): ClauseSense {
  return {
    rollout: rollout === 'brings' ? 'fails' : rollout === 'fails' ? 'brings' : null,
    pods: pods === 'stay' ? 'change' : pods === 'change' ? 'stay' : null,
  };
}
