import { withoutColours } from '../../checks/lines.ts';
import { InputFault } from '../../fault.ts';
import { findObjects } from '../../manifest/objects.ts';
import { readYaml } from '../../yaml/document.ts';
import { linesOf, type StepJudge, shown } from './judge.ts';
import { INSTALL_PATHS } from './paths.ts';
import { insteadOf } from './program-words.ts';

/** istioctl validate on a file without faults: `"injected.yaml" is valid`; on one with warnings alone the second. */
const VALID = /^"(.*)" (?:is valid|has warnings:)\s*$/gm;
const IS_VALID = /^".*" is valid\s*$/m;
/** How it heads its list of faults, and an entry of it: `* Service/ns/name: …`. */
const HEAD = /^Error: \d+ errors? occurred:\s*$/;
const ENTRY = /^\s*\* ([^\s/:]+)\/([^\s/]*)\/([^\s/:]*): \S/;
/** That it found faults, in other words. */
const REFUSED =
  /^.*(?:\berror:|\berrors? occurred|\bnot valid\b|\binvalid\b|\bnot (?:pass|ok)\w*|\bfail(?:s|ed|ures?|ing)?\b|\bexit (?:code|status) [1-9]|\brc=[1-9]|통과하지 ?못|통과 ?(?:안|못|실패)|유효하지 ?않|실패|오류|에러).*$/im;
/** That there was no fault, in words that name one. */
const NO_FAULT =
  /\b(?:no|0|zero|without(?: any)?|not any|never) (?:\w+ ){0,2}?(?:errors?|fail\w*|faults?|issues?|problems?)\b(?: (?:were |was )?(?:occurred|found|reported))?|\b(?:nothing|none)\b(?: \w+)? fail\w*|\bnot (?:invalid|fail\w*)\b|(?:오류|에러|실패|문제)(?:가|는|은|이|도)? ?(?:없|0)|실패하지 ?않/gi;
/** That it found none, or said nothing. */
const FINE =
  /\b(?:valid|pass(?:es|ed)?|succe(?:ss\w*|ed\w*)|ok|no (?:output|errors?|issues?|problems?|faults?|failures?)|nothing|(?:rc|exit (?:code|status))[ =:]*0)\b|통과|유효|정상|완료|성공|(?:오류|에러|문제|출력|이상|실패)(?:가|는|은|이|도)? ?없/i;

/**
 * The file out/validate.txt of step 8: what istioctl validate said of injected.yaml, or a line of the person's that it found nothing.
 * A list of faults is a result, too, where it is one of this file: each of its entries names an object that is in it.
 */
export function judgeValidation(judge: StepJudge): void {
  const path = INSTALL_PATHS.validate;
  const { injected } = INSTALL_PATHS;
  const written = judge.text(path);
  if (written === null) return;
  const text = withoutColours(written);
  const lines = linesOf(text);
  if (!/[\p{L}\p{N}]/u.test(text)) {
    judge.fail(path, 'It is empty. Where istioctl validate prints nothing, write one line that says so.');
    return;
  }
  const instead = insteadOf(lines) ?? lines.find((line) => NO_FILE.test(line))?.trim() ?? null;
  const other = [...text.matchAll(VALID)].find(([, file]) => file?.split(/[\\/]/).at(-1) !== injected);
  if (instead !== null) {
    judge.fail(path, `It holds no result of istioctl validate, but ${shown(instead)}.`);
    return;
  }
  if (other !== undefined) {
    judge.fail(path, `It is about ${shown(other[1] ?? '')}, and not about ${injected}.`);
    return;
  }
  const faults = listOfFaults(lines);
  if (faults !== null && !IS_VALID.test(text)) {
    judgeFaults(judge, faults);
    return;
  }
  const refused = linesOf(withoutWarnings(text)).find((line) => REFUSED.test(line.replace(NO_FAULT, ' ')));
  if (refused !== undefined) {
    const beside = IS_VALID.test(text)
      ? 'also says'
      : 'says that it is not valid, and in words that are none of istioctl';
    judge.fail(path, `It ${beside}: ${shown(refused.trim())}.`);
  } else if (!FINE.test(text) && !HAS_WARNINGS.test(text))
    judge.fail(
      path,
      `It says neither that ${injected} is valid nor what is wrong with it, but ${shown(text.trim().split(/\r\n|\r|\n/, 1)[0] ?? '')}.`,
    );
}

const NO_FILE =
  /\bno such file or directory\b|\bpermission denied\b|you must specify resources by --filename/i;
const HAS_WARNINGS = /^".*" has warnings:\s*$/m;

/** Warnings are no faults, whatever words they use: a list of them, and lines on Deployments without a label. */
function withoutWarnings(text: string): string {
  return text
    .replace(/^".*" has warnings:[ \t]*(?:\r?\n[ \t]+.*)*/gm, '')
    .replace(/^deployment ".*" may not provide .*$/gm, '');
}

/** The entries of a list as istioctl writes it, with their place in it; null where there is no list. */
function listOfFaults(lines: readonly string[]): readonly string[] | null {
  const at = lines.findIndex((line) => HEAD.test(line));
  if (at === -1) return null;
  return lines.slice(at + 1).filter((line) => /^\s*\* /.test(line));
}

function judgeFaults(judge: StepJudge, faults: readonly string[]): void {
  const path = INSTALL_PATHS.validate;
  const { injected } = INSTALL_PATHS;
  const there = objectsOf(judge.textOf(injected));
  const named = faults.flatMap((line) => {
    const [, kind, namespace = '', name = ''] = ENTRY.exec(line) ?? [];
    return kind === undefined ? [] : [{ line, object: key(kind, namespace, name) }];
  });
  // An item of a List is named further behind; an entry without an object belongs to one that has it.
  const isThere = (object: string): boolean =>
    there === null || there.has(object) || /^\w*List\/\/$/.test(object);
  const strange = named.length === 0 ? faults[0] : named.find(({ object }) => !isThere(object))?.line;
  if (named.length === 0 || strange !== undefined)
    judge.fail(
      path,
      `It speaks of a fault that is none of an object in ${injected}: ${shown(strange?.trim() ?? 'none is named')}.`,
    );
  else
    judge.note(
      `${path} says that ${injected} is not valid (${shown(faults[0]?.trim().slice(2) ?? '')}): whether that is so was not looked at, istioctl validate -f ${injected} tells.`,
    );
}

const key = (kind: string, namespace: string, name: string): string => `${kind}/${namespace}/${name}`;

/** The objects of injected.yaml as istioctl names them; null where there is none that can be read. */
function objectsOf(text: string | null): ReadonlySet<string> | null {
  if (text === null) return null;
  try {
    const { objects } = findObjects(readYaml(INSTALL_PATHS.injected, text));
    return new Set(objects.map(({ kind, namespace, name }) => key(kind, namespace ?? '', name)));
  } catch (thrown) {
    if (thrown instanceof InputFault) return null;
    throw thrown;
  }
}
