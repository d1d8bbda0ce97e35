import { type ClauseSense, NO_SENSE, type NoteLanguage, type Outcome } from './note-clauses.ts';

/** What makes pods anew; those that “are newly made” are others. */
const ANEW = `(?:롤아웃|롤링|재생성|재시작|재배포|재기동|(?:rollout|restart)(?: restart)?|다시 ?(?:만들|만드|생성|시작|배포|띄|뜨|뜬|기동)|새로 ?(?:만들|만드|생성|시작|배포|띄|뜨|뜬|기동)(?![가-힣]{0,4} ?(?:파드|pod|것|워크로드))|파드(?:를|을)? ?(?:삭제|지우|지워))`;
const rx = (source: string): RegExp => new RegExp(source, 'i');
const HAS_ANEW = rx(ANEW);

/** Behind what does not happen, and says under which condition the rest holds. */
const WITHOUT = rx(
  String.raw`${ANEW}[^,]{0,16}?(?:없이|없인|없으면|없는|없다면|없을|지 ?(?:않|못)(?:으면|는 ?한|은|던|을|고|다면|한|하면)|안 ?(?:하|한|했|되|된|돼|거|걸)|전(?=까지|에|의|엔|이|\s|,|$)|때까지|까지|아니면|아닌)`,
);
const NOT_EVEN = rx(
  `${ANEW}[^,]{0,16}?(?:없이도|없어도|없더라도|지 ?않(?:아|더라)도|안 ?(?:해|하더라|돼)도|전에도|든 ?말든|[하되]든|여부와 ?(?:상관|관계))`,
);
const FORBIDDEN = rx(
  `${ANEW}(?:(?!안 |않|없|,)[^]){0,14}?(?:하면 ?안 ?[된돼됩되]|해서는 ?안|하지 ?[마말]|말아야|금지)`,
);
const NEEDLESS = rx(
  `${ANEW}[^,]{0,14}?(?:필요(?:가|는|도|조차|성이|성은|까지)? ?없|불필요|필요하지(?:는|도)? ?않|필요로 ?하지|쓸모|소용|의미(?:가|는|도)? ?없|효과(?:가|는|도)? ?없|영향(?:이|은|을)? ?(?:없|주지 ?않)|도움(?:이|은|도)? ?(?:안|되지|못)|상관 ?없|관계 ?없|사이드카(?:가|를)? ?(?:사라|제거|없어|빠)|무관|필수(?:가|는)? ?아니|선택 ?사항|생략(?:해도|할|한다|하고)|대신)`,
);
/** “재시작은 하지 않는다”; that the label brings about none is so. */
const NOT_DONE = rx(`${ANEW}(?:은|는|을|를)? ?(?:하지|시키지|걸지|하진|만들지)(?:는|도)? ?(?:않|못)`);
const NOT_HAPPENING = rx(
  `${ANEW}(?:이|가|은|는|을|를)? ?(?:되지|돼지|일어나지|생기지|시작되지|되는|일으키지)(?:는|도)? ?(?:않|못|것|게)|${ANEW}(?:이|가|은|는)? ?없$`,
);
const LABEL = /(?:라벨|레이블|이스티오|istiod?|웹훅|네임스페이스)/i;
const BY_ITSELF = rx(
  `(?:자동으로|저절로|알아서|스스로|즉시|곧바로|(?:라벨|레이블)(?:이|을 ?붙이면|을 ?달면|을 ?붙이는 ?순간))[^,]{0,30}?${ANEW}(?:이|가|을|를)? ?(?:된다|됩니다|됨|되므로|되고|되어|돼|시킨다|시킵니다|한다|합니다|해 ?준다|일어난다|일어납니다|시작된다|되$)`,
);
const NEEDED = rx(
  `${ANEW}[^]*?(?:해야|하여야|돼야|되어야|시켜야|줘야|어야|아야|필요|에야|때만|에만|[으]?로만|야 )`,
);

/** `그대로` as what pods are; in front of another verb it says how something comes about. */
const STAY = `(?:그대로(?= ?(?:이|다|예|입|남|유지|두|둔|둬|있|라|임|인|로|일|고|며|지|여|임|돌|실행|$|[.,)]))|유지|남아|남는|남습|남음|변함 ?없|변화(?:가|는)? ?없|아무 ?일도|아무것도)`;
const ROOT = `(?:들어(?:가|간|갑|감|갈|와|온|옴)|주입(?:되|된|됩|됨|될|돼|한|하|을|이)|생(?:기|긴|깁|김|길)|추가(?:되|된|됩|됨|될|돼|한|하)|(?:사이드카|프록시|istio-proxy)(?:가|도|는)? ?(?:바로 |즉시 |자동으로 )?(?:붙|있|뜬|뜨)|얻|바뀌|바뀐|바뀜|바뀝|바꾼|변경|갱신|교체|수정(?:되|된|하|한)|적용(?:되|된|됩|됨|될|돼)|반영|받(?:는|습|아|게|음)|갖|가지게|가진)`;
const NO_STAY = rx(
  `(?:그대로|유지|남)[^,]{0,6}?(?:지(?:는|도)? ?(?:않|못)|(?:이|가|은|는)? ?(?:아니|아닌|아닙)|못하|못한)`,
);
const NO_CHANGE = rx(
  `(?:안|못) ?${ROOT}|${ROOT}[가-힣]{0,3} ?(?:지|질|진) ?(?:는|도|를|가)? ?(?:않|못|아니)|${ROOT}[가-힣 ]{0,4}(?:것|게|건|경우|일|수|리)(?:은|는|이|가|도)? ?(?:아니|아닌|아닙|없)|안 ?(?:됨|된다|됩|돼)|없(?!어지|어진|애|앤|앨)|소용|못 ?한다|[가-힣]지(?:는|도)? ?(?:않|못)`,
);
/** What is done with the label is no change of a pod: “라벨이 추가되어도”. */
const LABELLED =
  /(?:라벨|레이블)(?:이|을|를|만)? ?(?:추가|변경|적용|수정|갱신|반영)(?:되|된|됩|됨|될|돼|한|하|해|했)(?!지)[가-힣]*/g;

const EXISTING =
  /기존|이미|원래 ?(?:있|떠)|떠 ?있(?:는|던)|실행 ?중|돌고 ?있|돌아가(?:는|던)|이전 ?파드|예전 ?파드|먼저 ?(?:만든|생성|뜬|띄운)|살아 ?있는|existing|running/i;
const NEW = /새 |새로|신규|이후|앞으로|다음/;
const BOTH =
  /(?:기존|이미|실행 ?중|떠 ?있)[^,]{0,14}(?:도|까지|모두|함께|포함)(?![가-힣]*야)|뿐(?:만)? ?아니라/;
const NO_STATEMENT = /려면|위해|위한|위하|도록|려고|여부|는지|줄 ?알|라고 ?(?:생각|오해|착각)/;
const AT_ONCE = /즉시|바로|자마자|순간|자동으로/;

const CUT =
  /(?<!않|말|그리|라|다)(?:고|며)\s+|(?:지만|는데|은데|인데|한데|므로|니까|이니|하니|되니|으니|어서|아서|해서|라서|여서|으나|거나)\s+|,\s*|(?<=[가-힣]다|[세해]요)\s+(?=[가-힣])/;
/** A clause that ends so says under which condition the next one holds. */
const LEADS =
  /(?:면|도|야|없이|없이는|까지|까지는|전에|전에는|전엔|한|후|뒤|후에|뒤에|후에는|뒤에는|때|때는|으로|에야)$/;

function clauses(sentence: string): readonly string[] {
  const cut: string[] = [];
  let before = '';
  for (const part of sentence.split(CUT)) {
    const clause = `${before}${before === '' ? '' : ' '}${part.trim().replace(/\.$/, '')}`;
    before = '';
    if (LEADS.test(clause)) before = clause;
    else if (clause !== '') cut.push(clause);
  }
  return before === '' ? cut : [...cut, before];
}

function outcomeOf(clause: string): Outcome {
  let more = false;
  let less = false;
  const left = clause
    .replace(LABELLED, ' ')
    .replace(new RegExp(NO_STAY.source, 'gi'), () => {
      more = true;
      return ' | ';
    })
    .replace(new RegExp(`${STAY}|${NO_CHANGE.source}`, 'gi'), () => {
      less = true;
      return ' | ';
    });
  return { more: more || rx(ROOT).test(left), less };
}

const FAILS: ClauseSense = { rollout: 'fails', pods: null };

/** What is so as long as nothing makes pods anew: behind the condition, or in front of it. */
function senseWithout(condition: string, behind: string, staysBefore: boolean): ClauseSense {
  const { more, less } = outcomeOf(behind);
  if (more && (!less || condition.endsWith('없이'))) return FAILS;
  return less || (!more && staysBefore) ? { rollout: 'brings', pods: 'stay' } : NO_SENSE;
}

/** In Korean what a condition brings about stands behind it. */
function senseOfAnew(clause: string): ClauseSense {
  const first = HAS_ANEW.exec(clause);
  const at = first?.index ?? 0;
  const behind = clause.slice(at + (first?.[0].length ?? 0)).replace(/(?:라벨|레이블)만.*$/, '');
  const { more, less } = outcomeOf(behind);
  const staysBefore = outcomeOf(clause.slice(0, at)).less;
  if (NOT_EVEN.test(clause)) return less && !more ? NO_SENSE : FAILS;
  if (FORBIDDEN.test(clause)) return FAILS;
  const without = WITHOUT.exec(clause);
  if (without !== null)
    return senseWithout(without[0], clause.slice(without.index + without[0].length), staysBefore);
  if (NEEDLESS.test(clause)) return FAILS;
  if (NOT_HAPPENING.test(clause)) return NO_SENSE;
  if (NOT_DONE.test(clause)) return LABEL.test(clause.slice(0, at)) ? NO_SENSE : FAILS;
  const isNeeded = NEEDED.test(clause);
  if (!isNeeded && BY_ITSELF.test(clause)) return { rollout: 'itself', pods: null };
  if (less && !more) return FAILS;
  return { rollout: 'brings', pods: isNeeded || staysBefore ? 'stay' : null };
}

/** Reads clauses of Korean. */
export const KOREAN: NoteLanguage = {
  clauses,
  denies:
    /(?:것|건|말|얘기|이야기|주장|설명|생각)(?:은|는|이|도|의)? ?(?:모두 ?|다 ?)?(?:오해|거짓|틀[렸린리]|잘못|사실이 ?아|맞지 ?않)/,
  sense(clause, isAnswer) {
    if (HAS_ANEW.test(clause)) return senseOfAnew(clause);
    const { more, less } = outcomeOf(clause);
    if (less && !more) return { rollout: null, pods: 'stay' };
    if (!more || NO_STATEMENT.test(clause)) return NO_SENSE;
    if (rx(NO_STAY.source).test(clause)) return { rollout: null, pods: isAnswer ? null : 'change' };
    const isAbout = EXISTING.test(clause) && (!NEW.test(clause) || BOTH.test(clause)) && !less;
    return isAbout && (!isAnswer || AT_ONCE.test(clause)) ? { rollout: null, pods: 'change' } : NO_SENSE;
  },
};
