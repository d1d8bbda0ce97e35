/** Something that a note has to say, and the words by which it is recognised that it does. */
export interface NoteIdea {
  /** Behind “it does not say”. */
  readonly what: string;
  readonly words: readonly RegExp[];
}

/** Words that say the contrary of what a note has to say. */
export interface NoteDenial {
  /** Behind “it says”. */
  readonly what: string;
  readonly words: readonly RegExp[];
}

const NOT = String.raw`(?:\bnot\b|n['’]t\b|\bno\b|\bnever\b|\bcannot\b|\bneither\b)`;

/**
 * The note of step 4: the label leaves pods that exist as they are; a rollout that makes them anew brings the sidecar.
 * Words of English and Korean; each of the three has to be there in either language.
 */
export const INJECTION_IDEAS: readonly NoteIdea[] = [
  {
    what: 'that it is about pods that exist already (“existing”, “already running”, 기존, 이미)',
    words: [
      /\bexisting\b|\balready\b|\bexists?\b|\b(?:running|old|current|present) (?:pods?|workloads?)\b/i,
      /\b(?:created|there|started) (?:before|earlier|previously)\b|\bprevious pods?\b|\blabel alone\b|\b(?:only|just) (?:the )?label/i,
      /기존|이미|원래 ?(?:있|떠)|떠 ?있(?:는|던)|실행 ?중|돌고 ?있|돌아가(?:는|던)|이전에|이전 ?파드|예전 ?파드|라벨만|레이블만/,
      /먼저 ?(?:만든|생성|뜬|띄운)|(?:만들어진|생성된|존재하는|살아 ?있는|배포된) ?(?:파드|pod)/i,
    ],
  },
  {
    what: 'that these stay as they are (“unchanged”, “stay”, “do not get”, 그대로, 바뀌지 않는다)',
    words: [
      /\bun(?:changed|affected|touched|modified)\b|\b(?:stays?|remains?|keeps?|left)\b|\bas (?:it|they) (?:is|are|was|were)\b/i,
      new RegExp(
        String.raw`${NOT}[^.]{0,40}\b(?:chang|affect|inject|touch|modif|get|receiv|ha(?:s|ve)|add|happen|enter|join|gain|appear)`,
        'i',
      ),
      /\bnothing (?:happens|changes)\b|\b(?:changes|does) nothing\b|\b(?:without|no) (?:a |an |any |the )?(?:sidecars?|istio-proxy|proxy)\b/i,
      /\b(?:until|must|needs?|ha(?:s|ve) to|only (?:when|after|once|if|by|a|pods|new))\b|\bnot enough\b/i,
      /그대로|않|안 ?(?:바뀌|바뀐|변|들어|생기|된|됨|되|돼|붙)|유지|남아|아무 ?일도|(?<!필요(?:가|는|도|은|이)? ?)없/,
      /(?:해|돼|되어|하여|시켜|와|줘|어|아)야|(?:후|뒤|때)에야|(?:때|때에|경우에|후에|뒤에)만|부터|필요(?!(?:가|는|도|은|이)? ?(?:없|하지))/,
    ],
  },
  {
    what: 'that a rollout recreates them (“rollout”, “restart”, “recreated”, 롤아웃, 재생성, 재시작)',
    words: [
      /\brol(?:l|ls|led|ling)[- ]?(?:it |them |the \w+ )?(?:out|update|restart)|\brollouts?\b|\brolling\b/i,
      /\bre-?(?:creat|start|deploy|schedul|plac)|\b(?:created|made|started|deployed) (?:again|anew|afresh)\b/i,
      /\bdelet\w+ (?:the |those |your )?(?:old |existing )?pods?\b|파드(?:를|을)? ?(?:삭제|지우|지워)/i,
      /롤아웃|롤링|재생성|재시작|재배포|재기동|(?:다시|새로) ?(?:만들|만드|생성|시작|배포|띄|뜨|뜬|기동)/,
    ],
  },
];

export const INJECTION_DENIALS: readonly NoteDenial[] = [
  {
    what: 'that no rollout is needed',
    words: [
      /\b(?:no|without (?:a|any)) (?:rollout|restart|recreation|redeployment)s? (?:is |are )?(?:needed|required|necessary)/i,
      /\b(?:rollout|restart|recreat\w+|redeploy\w*) (?:is|are) (?:not|never) (?:needed|required|necessary)|\b(?:need|require)s? no (?:rollout|restart)/i,
      /(?:롤아웃|재시작|재생성|재배포)(?:이|은|도|을|를|가|는)? ?(?:할 ?)?(?:필요(?:가|는|도)? ?없|불필요|하지 ?않아도)/,
    ],
  },
  {
    what: 'that existing pods get the sidecar without being made anew',
    words: [
      // “without a rollout they get none” says what is so.
      /(?:롤아웃|재시작|재생성|재배포) ?없이(?!는|도? ?(?:안|못))[^.]{0,30}(?:들어간다|들어갑니다|들어감|주입된다|주입됩니다|생긴다|붙는다|바뀌)/,
      /\bget(?:s)? (?:the|a) sidecar (?:at once|immediately|automatically)|\bmust not be (?:restarted|recreated)|\brollout does not help/i,
    ],
  },
];

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

/** What of these a text does not say. */
export function unsaid(text: string, ideas: readonly NoteIdea[]): readonly string[] {
  return ideas.filter(({ words }) => !words.some((word) => word.test(text))).map(({ what }) => what);
}

/** What of these a text says. */
export function denied(text: string, denials: readonly NoteDenial[]): readonly string[] {
  return denials.filter(({ words }) => words.some((word) => word.test(text))).map(({ what }) => what);
}
