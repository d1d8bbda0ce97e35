/** What one clause of a note says of a rollout, and of pods that exist already. */
export interface ClauseSense {
  /**
   * `brings`: with a rollout the sidecar comes, or without one it does not. `fails`: the contrary, or that none is needed.
   * `itself`: that it comes by itself. null: nothing of it, or only that the label brings about none.
   */
  readonly rollout: 'brings' | 'fails' | 'itself' | null;
  /** `stay`: they are as they were, or get no sidecar as long as nothing makes them anew. `change`: they do get it. */
  readonly pods: 'stay' | 'change' | null;
}

export const NO_SENSE: ClauseSense = { rollout: null, pods: null };

/** Whether it brings about more, or less: both where a clause says both. */
export interface Outcome {
  readonly more: boolean;
  readonly less: boolean;
}

/** Regular expressions of one language by which its clauses are read. */
export interface NoteLanguage {
  /** Cuts a sentence where one statement ends and the next begins. */
  readonly clauses: (sentence: string) => readonly string[];
  /** That what a clause says is not so: “it is a myth that …”. */
  readonly denies: RegExp;
  /** `isAnswer`: a clause before in the same sentence says that a rollout brings it, so that what follows is what it brings. */
  readonly sense: (clause: string, isAnswer: boolean) => ClauseSense;
}

/** A line that goes on in the next one is one sentence with it. */
const WRAPPED = /([a-z,]|[가-힣](?:은|는|이|가|을|를|에|의|로|면|없이))[ \t]*\r?\n[ \t]*(?=[a-z가-힣])/g;
/** In the middle of a word: `롤아웃(재생성)해야`. */
const IN_WORD = /\([^()\r\n]{0,60}\)(?=[가-힣])/g;
const SENTENCE = /(?<=[.!?。])\s+|[;\r\n—–()]+|\s-\s|:\s/;

/** Characters of a sentence that are read: what is longer is none. */
const MAX_SENTENCE = 1000;

/** A sentence that only says of the one before that it is not so. */
const DENIAL = [
  /^(?:this|that|it|both|all (?:of )?(?:this|that)|these|those)(?: \w+){0,2}? (?:is|are) (?:\w+ ){0,2}?(?:myths?|misconceptions?|misunderstandings?|false|untrue|wrong|incorrect|lies?|nonsense|not (?:true|so|the case|right|correct))[.!]?$/i,
  /^(?:이것|그것|이는|그건|이건|이 ?[말생주]|그 ?[말생주]|둘|모두|위)[^.,]{0,12}?(?:오해|거짓|틀[렸린립]|잘못|사실이 ?아)[가-힣]{0,4}[.!]?$/,
];
/** “The belief that … is wrong.” */
const DENIED_IN_ALL =
  /^(?:the|a|any) (?:\w+ )?(?:belief|idea|claim|notion|assumption|statement|opinion) that\b.* (?:is|are) (?:\w+ ){0,2}?(?:myth|misconception|false|untrue|wrong|mistaken|incorrect|nonsense|not (?:true|so|the case|right|correct))[.!]?$/i;

export interface Statement {
  readonly text: string;
  /** It is said that it is not so: by the sentence behind it, or at its end. */
  readonly isDenied: boolean;
}

/** The sentences of a note that state something; what is said of one in the next belongs to it. */
export function statementsOf(text: string): readonly Statement[] {
  const found: Statement[] = [];
  for (const sentence of allSentences(text)) {
    const before = found.at(-1);
    if (before !== undefined && DENIAL.some((pattern) => pattern.test(sentence)))
      found[found.length - 1] = { ...before, isDenied: !before.isDenied };
    else found.push({ text: sentence, isDenied: DENIED_IN_ALL.test(sentence) });
  }
  return found.filter(({ text: sentence }) => !sentence.endsWith('?'));
}

function allSentences(text: string): readonly string[] {
  return text
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(WRAPPED, '$1 ')
    .replace(IN_WORD, '')
    .split(SENTENCE)
    .map((sentence) =>
      sentence
        .replace(/^[\s\-*•>#\d.)]+/, '')
        .trim()
        .slice(0, MAX_SENTENCE),
    )
    .filter((sentence) => sentence !== '');
}
