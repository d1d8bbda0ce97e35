import { type Statement, statementsOf } from './note-clauses.ts';
import { ENGLISH } from './note-english.ts';
import { KOREAN } from './note-korean.ts';

/** Negations of English, and what stands for one in front of a thing. */
const NOT = String.raw`(?:\bnot\b|n't\b|\bno\b|\bnever\b|\bcannot\b|\bneither\b|\bnor\b|\bwithout\b|\binstead of\b|\brather than\b)`;
/** Where what was negated before is negated no longer. */
const ANEW = /\b(?:but|because|since|instead(?! of))\b|[,:] (?:it|analyze|istioctl)\b|\band it\b/i;
/** Traffic itself; rules for it are configuration. */
const TRAFFIC = String.raw`(?:traffic|requests?)\b(?! (?:rule|polic|manag|rout|config|setting|split|shift))`;
const LOOKS = new RegExp(
  String.raw`\b(?:check|look|read|test|send|watch|observ|inspect|validat|analy[sz]e|measur|monitor|examin|verif)(?:s|es|ing|ed|ies|y)?\b(?: at| into)? (?:[\w'-]+ ){0,2}?${TRAFFIC}|\b${TRAFFIC} (?:itself )?(?:is|are) (?:also |really )?(?:checked|read|tested|sent|inspected|analy[sz]ed|looked at|watched|observed|measured)`,
  'gi',
);
const NOT_STATIC = new RegExp(
  String.raw`${NOT}(?:(?!\b(?:but|and|only|just|dynamic\w*|traffic|requests?|to|while|as|because|anything)\b)[^,.;:]){0,60}\bstatic`,
  'i',
);
const NOT_BEFORE = /\b(?:cannot|can't|not|never) (?:be )?(?:used|use|run|work\w*) (?:it )?before\b/i;

const KOREAN_LOOKS =
  /(?:트래픽|요청)(?:을|를|도|만)? ?(?:실제로 |직접 )?(?:본다|봅니다|검사한다|검사합니다|확인한다|확인합니다|보낸다|보냅니다|분석한다|분석합니다|살펴본다|살펴봅니다)(?!고|는)|(?:트래픽|요청)[^.]{0,10}아니라고 ?할 ?수 ?없/;
const KOREAN_NOT_STATIC =
  /정적(?:(?!트래픽|요청|,|\.|이라|고 |며 |므로|지만|뿐)[\s\S]){0,16}?(?:지(?:는|도)? ?(?:않|못)|(?:이|가|은|는)? ?(?:아니|아닌|아닙))/;
const KOREAN_NOT_BEFORE = /적용(?:하기)? ?전에(?:는|도)? ?(?:쓸|사용할|실행할|검사할|볼) ?수(?:는|가)? ?없/;

/** What a note on analyze says that is not so, behind “it says”. */
export function analyzeContraries(text: string): readonly string[] {
  const sentences = statementsOf(text).flatMap(partsOf);
  /** `contrary`: what a sentence would have to say for its denial to be wrong. */
  const some = (test: (sentence: string) => boolean, contrary: (sentence: string) => boolean): boolean =>
    sentences.some(({ text: one, isDenied }) => (isDenied ? !test(one) && contrary(one) : test(one)));
  const wrong: readonly (readonly [string, boolean])[] = [
    [
      'that it looks at traffic',
      some(
        (one) => looksAtTraffic(one) || KOREAN_LOOKS.test(one),
        (one) => NO_TRAFFIC.test(one),
      ),
    ],
    [
      'that it is not static',
      some(
        (one) => NOT_STATIC.test(one) || KOREAN_NOT_STATIC.test(one),
        (one) => /\bstatic|정적/i.test(one),
      ),
    ],
    [
      'that it cannot be used before anything is applied',
      some(
        (one) => NOT_BEFORE.test(one) || KOREAN_NOT_BEFORE.test(one),
        () => false,
      ),
    ],
  ];
  return wrong.flatMap(([what, said]) => (said ? [what] : []));
}

/** That traffic is not what it is about. */
const NO_TRAFFIC = new RegExp(
  String.raw`${NOT}[^.,;]{0,30}\b${TRAFFIC}|\b${TRAFFIC}[^.,;]{0,20}${NOT}|(?:트래픽|요청)[^.,]{0,12}(?:아니|않|없)`,
  'i',
);

/**
 * A sentence, and what of it is denied within: in English what stands behind “it is a myth that”, in Korean what stands in front,
 * up to where another statement begins.
 */
function partsOf({ text, isDenied }: Statement): readonly Statement[] {
  const english = ENGLISH.denies.exec(text);
  if (english !== null) {
    const behind = english.index + english[0].length;
    const end = text.slice(behind).search(/,|\bbut\b|\bbecause\b|\bsince\b/);
    const cut = end === -1 ? text.length : behind + end;
    return [
      { text: text.slice(0, english.index), isDenied },
      { text: text.slice(english.index, cut), isDenied: !isDenied },
      { text: text.slice(cut), isDenied },
    ];
  }
  const korean = KOREAN.denies.exec(text);
  if (korean === null) return [{ text, isDenied }];
  const front = text.slice(0, korean.index);
  const begin = Math.max(...[',', '고 ', '며 ', '지만 '].map((word) => front.lastIndexOf(word) + 1));
  return [
    { text: front.slice(0, begin), isDenied },
    { text: front.slice(begin), isDenied: !isDenied },
    { text: text.slice(korean.index), isDenied },
  ];
}

/** A negation counts for all that follows, until a clause of its own begins. */
function looksAtTraffic(sentence: string): boolean {
  const negated = new RegExp(NOT, 'i');
  return [...sentence.matchAll(LOOKS)].some(({ 0: said, index }) => {
    const before = sentence.slice(0, index).split(ANEW).at(-1) ?? '';
    return !negated.test(before) && !negated.test(said);
  });
}
