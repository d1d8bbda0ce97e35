import { analyzeContraries } from './analyze-words.ts';
import { relationOf } from './note-relation.ts';

/** Something that a note has to say, and the words by which it is recognised that it does. */
export interface NoteIdea {
  /** Behind “it does not say”. */
  readonly what: string;
  readonly words: readonly RegExp[];
}

const NOT = String.raw`(?:\bnot\b|n['’]t\b|\bno\b|\bnever\b|\bcannot\b|\bneither\b)`;

/** What the note of step 4 is about; words of English and Korean. */
const EXISTING: NoteIdea = {
  what: 'that it is about pods that exist already (“existing”, “already running”, 기존, 이미)',
  words: [
    /\bexisting\b|\balready\b|\bexists?\b|\b(?:running|old|current|present) (?:pods?|workloads?)\b/i,
    /\b(?:created|there|started) (?:before|earlier|previously)\b|\bprevious pods?\b|\blabel alone\b|\b(?:only|just) (?:the )?label/i,
    /기존|이미|원래 ?(?:있|떠)|떠 ?있(?:는|던)|실행 ?중|돌고 ?있|돌아가(?:는|던)|이전에|이전 ?파드|예전 ?파드|라벨만|레이블만/,
    /먼저 ?(?:만든|생성|뜬|띄운)|(?:만들어진|생성된|존재하는|살아 ?있는|배포된) ?(?:파드|pod)/i,
  ],
};
const STAY = 'that these stay as they are (“unchanged”, “stay”, “do not get”, 그대로, 바뀌지 않는다)';
const ROLLOUT = 'that a rollout recreates them (“rollout”, “restart”, “recreated”, 롤아웃, 재생성, 재시작)';

const ENGLISH_NOT_TRAFFIC = [
  // “not traffic”, “no request is sent”; “not configuration but traffic” says the contrary.
  new RegExp(
    String.raw`(?:${NOT}|\bwithout\b|\binstead of\b|\brather than\b|\bnor\b)(?:(?!\bbut\b|config)[\s\S]){0,60}\b(?:traffic|requests?)\b`,
    'i',
  ),
  // “traffic is not looked at”; “traffic, not configuration” says the contrary.
  /\b(?:traffic|requests?)\b(?:(?!config)[^.]){0,40}(?:\bnot\b|n['’]t\b|\bnever\b)(?!\s+(?:the\s+)?config)/i,
];

/** The note of step 6: analyze looks at configuration, statically, before or after it is applied, and not at traffic. */
export const ANALYZE_IDEAS: readonly NoteIdea[] = [
  {
    what: 'that it looks at configuration (“configuration”, “resources”, 설정)',
    words: [
      /\bconfig|\bmanifests?\b|\bresources?\b|\byaml\b|\bsettings?\b/i,
      /설정|구성|매니페스트|리소스|컨피그|오브젝트/,
    ],
  },
  {
    what: 'that it does so statically (“static”, 정적)',
    words: [/\bstatic/i, /정적|스태틱/],
  },
  {
    what: 'when: before or after the configuration is applied (“before applying”, 적용 전/후)',
    words: [
      /\b(?:before|after|prior to|ahead of|once)\b[\s\S]{0,60}\b(?:appl|deploy|install|rollout)|\b(?:appl|deploy)\w*\b[\s\S]{0,30}\b(?:before|after)\b/i,
      /\b(?:pre|post)-?(?:apply|deploy\w*)\b|\b(?:not yet|already) (?:been )?applied\b/i,
      /(?:적용|배포|반영|설치|apply)(?:을|를)? ?(?:하기 ?|되기 ?|한 ?|된 ?|할 ?)?(?:이전|이후|전|후|뒤)/i,
    ],
  },
  {
    what: 'that it is not about traffic (“not traffic”, 트래픽이 아니라)',
    words: [
      ...ENGLISH_NOT_TRAFFIC,
      /(?:트래픽|요청)(?:(?!설정|구성)[\s\S]){0,30}(?:아니|아닌|않|없|말고|대신|무관|못)/,
    ],
  },
];

/** What is wrong with the note of step 6, as sentences: what it does not say, and what it says that is not so. */
export function analyzeFaults(text: string): readonly string[] {
  return [
    ...unsaid(text, ANALYZE_IDEAS).map((what) => `It does not say ${what}.`),
    ...analyzeContraries(text).map((what) => `It says ${what}, which is not so.`),
  ];
}

/** What of these a text does not say. */
export function unsaid(text: string, ideas: readonly NoteIdea[]): readonly string[] {
  return ideas.filter(({ words }) => !words.some((word) => word.test(text))).map(({ what }) => what);
}

/**
 * What is wrong with the note of step 4, as sentences: that the label leaves pods that exist as they are, and that a rollout,
 * which makes them anew, brings the sidecar. Words alone may say anything of each other: `relationOf` reads them by clauses.
 */
export function injectionFaults(text: string): readonly string[] {
  const { stay, brings, wrong } = relationOf(text);
  return [
    ...unsaid(text, [EXISTING]),
    ...(stay ? [] : [STAY]),
    ...(brings || wrong.length > 0 ? [] : [ROLLOUT]),
  ]
    .map((what) => `It does not say ${what}.`)
    .concat(wrong.map((what) => `It says ${what}, which is not so.`));
}
