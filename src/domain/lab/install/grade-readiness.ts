import { isNamespaceName } from '../../namespace-name.ts';
import { readAnalysis } from './analysis.ts';
import type { InstallFolder } from './folder.ts';
import { begin } from './grade-install.ts';
import { judgeValidation } from './grade-validation.ts';
import {
  compareKeys,
  type JsonObject,
  readJsonObject,
  readNames,
  readNumber,
  typeName,
} from './json-object.ts';
import { listed, type StepJudge, shown } from './judge.ts';
import { istioCrds } from './manifest-facts.ts';
import { isInjected, isLabelled, noName } from './namespaces.ts';
import { INSTALL_PATHS } from './paths.ts';
import { refuseStale } from './stale.ts';

const KEYS = ['istio_crds', 'injection_namespaces', 'analyze_errors'];
/** In which an export without a cluster says what was not done. */
const NOTE = 'note';

/** Step 8: three values that are counted again, and what istioctl validate said. */
export function judgeReadiness(judge: StepJudge, folder: InstallFolder): void {
  const path = INSTALL_PATHS.readiness;
  const object = readJsonObject(judge, path);
  if (object !== null) {
    compareKeys(judge, path, object, KEYS, [NOTE]);
    if (object.keys.includes(NOTE) && typeof object.value(NOTE) !== 'string')
      judge.fail(path, `note is ${typeName(object.value(NOTE))}, where a text is asked for.`, {
        line: object.line(NOTE),
        key: NOTE,
      });
    else if (object.value(NOTE) === '')
      judge.fail(path, 'note says nothing; leave it out where nothing is to be said.', {
        line: object.line(NOTE),
        key: NOTE,
      });
    else if (object.keys.includes(NOTE)) judgeNote(judge, object, folder);
    refuseStale(judge, path, String(object.value(NOTE) ?? ''), folder);
    judgeCrdCount(judge, object, folder);
    judgeNamespaceList(judge, object, folder);
    judgeErrorCount(judge, object);
  }
  judgeValidation(judge);
}

/** Something was not done, or not so. */
const NEGATION = /\b(?:no|not|none|never|nothing|without|cannot)\b|n['’]t\b|않|없|못|안 |아니/i;
/** That a cluster was asked, or something applied to it. */
const ASKED =
  /(?<!\b(?:no|nor|neither) )\b(?:cluster|api server) (?:was|has been|is) (?:asked|queried|read|counted)\b|(?<!\bnothing )\b(?:was|were|has been|have been) applied\b/i;

/** The lab asks for three keys. A note beside them says what was not done, and is otherwise one key too many. */
function judgeNote(judge: StepJudge, object: JsonObject, { cluster }: InstallFolder): void {
  const text = String(object.value(NOTE));
  const place = { line: object.line(NOTE), key: NOTE };
  if (cluster === null && ASKED.test(text))
    judge.fail(
      INSTALL_PATHS.readiness,
      `note says that a cluster was asked, and none is: ${shown(text)}.`,
      place,
    );
  else if (!NEGATION.test(text))
    judge.fail(
      INSTALL_PATHS.readiness,
      `note is only for what was not done, and says nothing of it: ${shown(text)}; leave it out.`,
      place,
    );
}

function judgeCrdCount(judge: StepJudge, object: JsonObject, { crds }: InstallFolder): void {
  const count = readNumber(judge, INSTALL_PATHS.readiness, object, 'istio_crds');
  if (count === null) return;
  const { found, name, told } = crds;
  if (found.kind === 'unseen') {
    // What is wrong with manifest.yaml itself is said in steps 2 and 3.
    judge.unproved(`istio_crds could not be compared with ${name}: ${found.why}.`);
    return;
  }
  if (told !== null) judge.note(told);
  const there = istioCrds(found.value).length;
  if (count !== there)
    judge.fail(
      INSTALL_PATHS.readiness,
      `istio_crds is ${count}; ${name} has ${there} CustomResourceDefinitions of groups with istio.io.`,
      { line: object.line('istio_crds'), key: 'istio_crds' },
    );
}

/**
 * Step 4 judges the two namespaces of the lab: here they have to be in the list and not in it. The others in the list have to
 * be labelled, and those that are have to be in it.
 */
function judgeNamespaceList(
  judge: StepJudge,
  object: JsonObject,
  { names, namespaces }: InstallFolder,
): void {
  const path = INSTALL_PATHS.readiness;
  const key = 'injection_namespaces';
  const listedNames = readNames(judge, path, object, key);
  if (listedNames === null) return;
  const fail = (message: string): void => judge.fail(path, message, { line: object.line(key), key });
  const impossible = listedNames.find((one) => !isNamespaceName(one));
  if (impossible !== undefined) fail(`${key}: ${noName(impossible)}.`);
  const { namespace, control } = names;
  if (!listedNames.includes(namespace)) fail(`${key} lacks ${namespace}; it names ${listed(listedNames)}.`);
  if (listedNames.includes(control)) fail(`${key} names ${control}, which is the one without a label.`);
  const { found, name, told } = namespaces;
  if (found.kind === 'unseen') {
    judge.unproved(`${key} could not be compared with ${name}: ${found.why}.`);
    return;
  }
  if (told !== null) judge.note(told);
  const others = found.value.filter((one) => one.name !== namespace && one.name !== control);
  const injected = new Set([namespace, control, ...others.filter(isInjected).map((one) => one.name)]);
  const wrong = listedNames.filter((one) => !injected.has(one));
  if (wrong.length > 0)
    fail(`${key} names ${listed(wrong)}; ${name} has no namespace of that name with a label of injection.`);
  const inList = new Set(listedNames);
  const left = others.filter((one) => isLabelled(one) && !inList.has(one.name));
  if (left.length > 0)
    fail(`${key} lacks ${listed(left.map((one) => one.name))}; ${begin(name)} has it with the label.`);
}

/** What is wrong with analyze.txt is said in step 6; here only what is given for it counts. */
function judgeErrorCount(judge: StepJudge, object: JsonObject): void {
  const path = INSTALL_PATHS.readiness;
  const key = 'analyze_errors';
  const count = readNumber(judge, path, object, key);
  if (count === null) return;
  const text = judge.textOf(INSTALL_PATHS.analyze);
  const errors = text === null ? null : readAnalysis(text).errors;
  const there = errors === null ? '' : `; ${INSTALL_PATHS.analyze} has ${errors}`;
  if (count !== 0)
    judge.fail(path, `${key} is ${count}, where 0 is asked for${there}.`, { line: object.line(key), key });
  else if (errors === null) judge.note(`${key} could not be compared: there is no ${INSTALL_PATHS.analyze}.`);
  else if (errors > 0) judge.note(`${key} is 0${there}, as step 6 says.`);
}
