import { type ClauseSense, NO_SENSE, type NoteLanguage, type Outcome } from './note-clauses.ts';

/** What makes pods anew. */
const ANEW = String.raw`(?:\broll(?:s|ed|ing)?[- ]?(?:it |them |the \w+ )?(?:out|updates?|restarts?)\b|\brollouts?\b|\bre-?(?:creat|start|deploy|schedul|plac)\w*|\b(?:created|made|started|deployed|create|make|start|deploy) (?:them |it )?(?:again|anew|afresh)\b|\b(?:delet|recycl|kill)\w*(?: (?:the|those|these|your|old|existing|them))*(?: pods?)?\b)`;
const NOT = String.raw`(?:\bnot\b|n't\b|\bno\b|\bnever\b|\bcannot\b|\bneither\b|\bnor\b|\bhardly\b)`;
/** Up to so many words. */
const words = (most: number): string => String.raw`(?:[\w'/-]+ ){0,${most}}`;
const rx = (source: string): RegExp => new RegExp(source, 'i');

const HAS_ANEW = rx(ANEW);
/** In front of what does not happen: “without a restart”, “until they are recreated”. */
const WITHOUT = rx(
  String.raw`\b(?:without|unless|until|till|before|as long as|with no|(?:in )?(?:the )?absence of|lacking|(?:if|while|when) ${words(4)}(?:no|not|never|nobody|none|no-one|\w+n't)|(?:that|which|who|where) ${words(2)}(?:not|never|\w+n't)(?: yet)?(?: been)?)\b(?=[^]{0,60}?${ANEW})`,
);
const EITHER_WAY = rx(
  String.raw`\bwith or without\b[^]{0,20}${ANEW}|${ANEW} or (?:not|no)\b|\b(?:whatever|however many|no matter)\b[^]{0,20}${ANEW}|(?:regardless|irrespective|independent)(?:ly)? of[^]{0,20}${ANEW}`,
);
const NO_ANEW_NO_SIDECAR = rx(
  String.raw`\bno (?:${ANEW}), (?:then )?no (?:sidecar|proxy|istio-proxy|envoy|injection)`,
);
const NOT_FORGOTTEN = rx(
  String.raw`${NOT} ${words(2)}(?:forget|skip|avoid|omit|optional|unnecessary)\w*[^]{0,30}${ANEW}|${ANEW}[^]{0,30}${NOT} ${words(1)}(?:optional|unnecessary|avoidable|be (?:skipped|avoided|omitted))`,
);
/** That it has not to be, or may not. */
const NEEDLESS = [
  rx(String.raw`\bno (?:need|reason|point)\b[^]{0,30}${ANEW}`),
  rx(
    String.raw`${NOT} (?:be |actually |really |strictly )?(?:need|requir|necess|have to|has to|worth)\w*[^]{0,30}${ANEW}`,
  ),
  rx(
    String.raw`\b(?:need|requir|tak|call|ask)\w* (?:for )?(?:no|neither|never)\b ${words(2)}${ANEW}|\bnot even\b[^]{0,8}${ANEW}`,
  ),
  rx(
    String.raw`\b(?:no|neither|nor)(?: a| an| any| further| additional| manual)? ${ANEW}(?! yet)|\bnot (?:a|one|any) ${words(1)}${ANEW}`,
  ),
  rx(
    String.raw`(?<!\b(?:label|labels|labelling|labeling|istio|istiod|webhook|injector) )\b(?:must|should|need|may|can|shall|could|ought|better)(?:n't| ?not| never)\b (?:to )?(?:be )?(?:have to be )?${ANEW}`,
  ),
  rx(`^(?:please |so |then |and )*(?:do not|don't|never) (?:do (?:a|any) )?${ANEW}`),
  rx(
    String.raw`\b(?:unnecessary|unneeded|superfluous|pointless|useless|optional|irrelevant|avoid\w*|skip\w*|instead of|rather than|in vain|forbidden|prohibited|harmful)\b[^]{0,30}${ANEW}`,
  ),
  rx(
    String.raw`${ANEW}[^]{0,30}\b(?:unnecessary|unneeded|superfluous|pointless|useless|optional|irrelevant|avoided|skipped|in vain|forbidden|prohibited|harmful|(?:a )?waste)\b`,
  ),
];
/** That it changes nothing; behind “that” stands what is made anew. */
const IN_VAIN = rx(
  String.raw`${ANEW}(?:(?!\b(?:that|which|who|whose|where|until|till|unless|before)\b)[^]){0,30}?(?:${NOT} ${words(2)}(?:need|requir|necess|help|bring|chang|add|give|inject|put|affect|matter|get|work|updat|enough|do\b|receiv|reach|make|have)|\b(?:remov|delet|los|drop|tak)\w* (?:away |off )?(?:the |a |its |their )?(?:sidecar|proxy|istio-proxy|envoy)|\b(?:no effect|nothing|no (?:sidecar|proxy|difference|change)|little)\b)`,
);
const BY_ITSELF = [
  rx(
    String.raw`${ANEW}(?: \w+){0,2}? (?:automatically|by (?:itself|themselves|the label|labell?ing|istio\w*|the webhook)|on (?:its|their) own|at once|immediately|(?:as soon as|once|when|the moment) (?:the )?(?:label|namespace is labell?ed))`,
  ),
  rx(String.raw`\b(?:automatically|immediately|instantly) (?:be )?${ANEW}`),
  rx(
    String.raw`\b(?:label\w*|istio\w*|webhook|injector)\b (?:then |also |automatically )?(?:(?:restarts|recreates|re-creates|replaces|redeploys|deletes|rolls out)\b|(?:trigger|caus|start|forc|lead|result|mak|perform|do|bring)\w*\b[^]{0,20}${ANEW})`,
  ),
];
/** “are not restarted”, “does not restart”: of the label that is so. */
const BRINGS_NONE = rx(
  String.raw`${NOT} ${words(1)}(?:be |been |being )?(?:automatically |immediately |itself )?(?:trigger|caus|start|forc|lead|result|mak|perform|do)?\w* ?(?:to |in )?(?:a |any )?${ANEW}`,
);
const NEEDED = rx(
  String.raw`\b(?:need|requir|necess|must|ha(?:s|ve) to|should|takes|not (?:before|until|unless|without))|\bonly\b[^]{0,25}${ANEW}`,
);
const AFTER_ALL = rx(
  String.raw`\b(?:even|still|despite|after|when|once|if|by|with|through|upon|following|on)\b[^]{0,30}${ANEW}`,
);
const WHICH = /\b(?:that|which|who|whose)\b/i;

const STAY = String.raw`(?:\bun(?:changed|affected|touched|modified|altered)\b|\b(?:stay|remain|keep|continu)\w*|\b(?:left|leaves?|leaving)\b|\bas (?:it|they) (?:is|are|was|were)\b|\bnothing (?:happens|changes)\b|\b(?:changes|does|do|change) nothing\b|\bno (?:effect|change|difference|influence)s?\b|\b(?:without|no|lack\w*|miss\w*) (?:a |an |any |the )?(?:sidecars?|istio-proxy|proxy|envoy)\b)`;
const NO_STAY = rx(
  String.raw`(?:\b(?:do|does|did|will|are|is)(?: not|n't)|\bwon't|\bnever|\bno longer) ${words(2)}${STAY}`,
);
const NO_CHANGE = rx(
  String.raw`${NOT}[^.]{0,40}?\b(?:chang|alter|affect|inject|touch|modif|get|receiv|ha(?:s|ve)|add|happen|enter|join|gain|appear|updat|put|bring|give|help|reach|contain|mutat|patch|tak|see)\w*|${NOT} (?:nearly |yet |quite )?enough|\b(?:not|never) (?:in|into|to|for|on|of)\b|\bnone\b`,
);
const SIDECAR = `(?:sidecars?|proxy|istio-proxy|envoy)`;
const CHANGE = rx(
  [
    String.raw`\b(?:get|gets|got|getting|picks? up|receiv\w+|gain\w*|obtain\w*|acquir\w+) ${words(3)}(?:${SIDECAR}|it|one|injected|injection)\b`,
    String.raw`\b(?:have|has|contain\w*|carry|run|runs) ${words(2)}${SIDECAR}\b`,
    String.raw`\b(?:is|are|be|been|being|gets?) ${words(2)}(?:injected|changed|altered|updated|modified|mutated|patched|added|affected|put|upgraded)\b`,
    String.raw`\b${SIDECAR} ${words(3)}(?:comes?|appears?|shows?|enters?|goes|arrives?|works|joins)\b`,
    String.raw`\b(?:joins?|enters?) the mesh\b|\btakes? effect\b`,
    String.raw`\b(?:injects?|adds?|puts?|brings?|gives?|alters?|changes?|updates?|patches|mutates|affects?|reaches)\b`,
  ].join('|'),
);

/** What is done with the label is no change of a pod: “when you add the label”, “once the label is set”. */
const LABELLED = String.raw`\b(?:add|put|set|attach|appl|giv|chang|updat|modif|edit)\w* (?:[\w'/-]+ ){0,2}?labels?\b|\blabels? (?:is|was|are|were|gets?|(?:has|have) been) (?:\w+ ){0,1}?(?:added|put|set|attached|applied|given|changed|updated|modified|edited)\b`;

const EXISTING =
  /\bexisting\b|\balready\b|\bexists?\b|\b(?:running|old|current|present) (?:pods?|workloads?)\b|\b(?:created|there|started) (?:before|earlier|previously)\b|\bprevious pods?\b/i;
const NEW =
  /\bnew(?:ly)?\b|\bfuture\b|\bcreated (?:after|afterwards|later|from)\b|\bcreat(?:ed|ion)\b|\bstarts?\b/i;
/** No statement that it is so: “to get a sidecar, …”, “only when …”, “whether they get it”. */
const NO_STATEMENT =
  /(?<!going )\bto (?:get|have|receive|be|inject|join|add|put|bring|give)\b|\b(?:only|whether|how|why|if they|expect|think|believe|assum\w+)\b/i;
const AT_ONCE = /\b(?:at once|immediately|instantly|right away|automatically|as soon as|the moment)\b/i;

const CUT =
  /,?\s+(?:and|but|so|yet|because|since|while|whereas|then|therefore|hence|although|though|instead)\s+|,\s+/i;
/** A clause that begins so says under which condition the next one holds. */
const LEADS =
  /^(?:even|when|after|once|if|unless|until|till|without|before|with|by|despite|on|as|the moment|whether|regardless)\b/i;

function clauses(sentence: string): readonly string[] {
  const plain = sentence
    .replace(/\bnot (?:only|just|merely)\b/gi, '')
    .replace(
      /\b(existing|old|running),? (?:and|or|as well as) new\b|\bnew,? (?:and|or|as well as) (existing|old|running)\b/gi,
      'existing',
    );
  if (NO_ANEW_NO_SIDECAR.test(plain)) return [plain];
  const cut: string[] = [];
  let before = '';
  for (const part of plain.split(CUT)) {
    const clause = before === '' ? part.trim() : `${before}, ${part.trim()}`;
    before = '';
    // Without a verb of its own it is no clause yet.
    if (LEADS.test(clause) && clause === part.trim()) before = clause;
    else if (clause !== '') cut.push(clause);
  }
  return before === '' ? cut : [...cut, before];
}

function outcomeOf(clause: string): Outcome {
  const some = (pattern: string | RegExp) =>
    new RegExp(typeof pattern === 'string' ? pattern : pattern.source, 'gi');
  let more = false;
  let less = false;
  const left = clause
    .replace(some(LABELLED), ' ')
    .replace(some(NO_STAY), () => {
      more = true;
      return ' | ';
    })
    .replace(some(STAY), () => {
      less = true;
      return ' | ';
    })
    .replace(some(NO_CHANGE), () => {
      less = true;
      return ' | ';
    });
  return { more: more || CHANGE.test(left), less };
}

/** What is left of a clause without the condition in it. */
function withoutCondition(clause: string, condition: number): string {
  if (condition > 3) return clause.slice(0, condition);
  const comma = clause.indexOf(',');
  if (comma > 0) return clause.slice(comma + 1);
  const end = HAS_ANEW.exec(clause);
  return end === null ? '' : clause.slice(end.index + end[0].length);
}

function senseOfAnew(clause: string): ClauseSense {
  const fails: ClauseSense = { rollout: 'fails', pods: null };
  const brings: ClauseSense = { rollout: 'brings', pods: null };
  if (NO_ANEW_NO_SIDECAR.test(clause)) return { rollout: 'brings', pods: 'stay' };
  if (EITHER_WAY.test(clause)) return fails;
  if (NOT_FORGOTTEN.test(clause)) return { rollout: 'brings', pods: 'stay' };
  const without = WITHOUT.exec(clause);
  const first = HAS_ANEW.exec(clause)?.index ?? 0;
  if (without !== null && without.index < first) {
    const turned = /\b(?:not|never|only)\s+$/i.test(clause.slice(0, without.index));
    const { more, less } = outcomeOf(withoutCondition(clause, without.index));
    if (more && !turned) return fails;
    return less || turned ? { rollout: 'brings', pods: 'stay' } : NO_SENSE;
  }
  if (NEEDLESS.some((pattern) => pattern.test(clause)) || IN_VAIN.test(clause)) return fails;
  if (BRINGS_NONE.test(clause)) return NO_SENSE;
  const { more, less } = outcomeOf(clause);
  const isNeeded = NEEDED.test(clause);
  if (!isNeeded && BY_ITSELF.some((pattern) => pattern.test(clause)))
    return { rollout: 'itself', pods: null };
  if (isNeeded) return { rollout: 'brings', pods: 'stay' };
  const isLinked = AFTER_ALL.test(clause) || new RegExp(`${ANEW}[^]*?${STAY}`, 'i').test(clause);
  return less && !more && isLinked && !WHICH.test(clause) ? fails : brings;
}

/** Reads clauses of English. */
export const ENGLISH: NoteLanguage = {
  clauses,
  denies:
    /\b(?:myth|misconception|misunderstanding|false|untrue|wrong|mistaken?|incorrect|lie|fallacy|error|rumou?r|nonsense|not (?:true|so|the case|right|correct))\b,? (?:that|to (?:say|think|believe|assume|expect|claim))\b/i,
  sense(clause, isAnswer) {
    if (HAS_ANEW.test(clause)) return senseOfAnew(clause);
    const { more, less } = outcomeOf(clause);
    if (less && !more) return { rollout: null, pods: 'stay' };
    if (!more || NO_STATEMENT.test(clause)) return NO_SENSE;
    if (NO_STAY.test(clause)) return { rollout: null, pods: isAnswer ? null : 'change' };
    const isAbout = EXISTING.test(clause)
      ? !NEW.test(clause)
      : /^(?:they|these|those|get|gets|are|receives?|gains?|obtains?|acquires?|picks?)\b/i.test(clause);
    return isAbout && (!isAnswer || AT_ONCE.test(clause)) ? { rollout: null, pods: 'change' } : NO_SENSE;
  },
};
