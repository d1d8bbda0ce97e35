import { withoutColours } from '../../checks/lines.ts';
import { istioctlError } from '../../inject/istioctl-error.ts';
import { linesOf, type StepJudge, shown } from './judge.ts';
import { INSTALL_PATHS } from './paths.ts';

/** What a shell, the system or istioctl itself says where it did not get to do its work. */
const NO_RESULT =
  /^.*(?:command not found|no such file or directory|permission denied|is not recognized as|unknown (?:command|flag|shorthand flag)).*$|^(?:Usage:|panic: ).*$/im;
/** istioctl validate on a file without faults: `"injected.yaml" is valid`. */
const VALID = /^"(.*)" is valid\s*$/gm;
/** That it found faults: its own words, or those of a person. */
const REFUSED =
  /^.*(?:\bError:|\berrors? occurred|\bnot valid\b|\binvalid\b|\bfail(?:s|ed|ure)?\b|통과하지 ?못|유효하지 ?않|실패).*$/im;

/** That it found none, or said nothing. */
const FINE =
  /\b(?:valid|pass(?:es|ed)?|success\w*|ok|no (?:output|errors?|issues?|problems?)|nothing)\b|통과|유효|정상|(?:오류|문제|출력)(?:가|는|이)? ?없/i;

/**
 * The file out/validate.txt of step 8: what istioctl validate said, or a line on that it said nothing. The lab asks for the
 * result, whichever it is: one that speaks of a fault is told, and not refused.
 */
export function judgeValidation(judge: StepJudge): void {
  const path = INSTALL_PATHS.validate;
  const written = judge.text(path);
  if (written === null) return;
  const text = withoutColours(written);
  if (!/[\p{L}\p{N}]/u.test(text)) {
    judge.fail(path, 'It is empty. Where istioctl validate prints nothing, write one line that says so.');
    return;
  }
  const instead = NO_RESULT.exec(text)?.[0].trim();
  const other = [...text.matchAll(VALID)].find(
    ([, file]) => file?.split(/[\\/]/).at(-1) !== INSTALL_PATHS.injected,
  );
  if (instead !== undefined) {
    judge.fail(path, `It holds no result of istioctl validate, but ${shown(instead)}.`);
    return;
  }
  if (other !== undefined)
    judge.fail(path, `It is about ${shown(other[1] ?? '')}, and not about ${INSTALL_PATHS.injected}.`);
  const refused = REFUSED.exec(text)?.[0].trim();
  if (refused !== undefined) {
    const said = refused.endsWith('occurred:') ? istioctlError(text) : refused;
    judge.note(
      `${path} says that ${INSTALL_PATHS.injected} is not valid (${shown(said)}): whether that is so was not looked at, istioctl validate -f ${INSTALL_PATHS.injected} tells.`,
    );
  } else if (other === undefined && !FINE.test(text))
    judge.note(
      `${path} says neither that ${INSTALL_PATHS.injected} is valid nor what is wrong with it, but ${shown(linesOf(text.trim())[0] ?? '')}.`,
    );
}
