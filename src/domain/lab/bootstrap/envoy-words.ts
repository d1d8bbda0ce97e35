import { TYPO_CLUSTER } from '../../bootstrap/lab.ts';
import type { LabFiles, LabFinding } from '../model.ts';
import { finding, NOTHING, quote, type StepResult, withText } from './findings.ts';
import { linesOf } from './key-values.ts';
import type { EnvoyVerdict } from './step-bootstrap.ts';

/** `04-validate.txt`: Envoy's word that it takes the file, and its exit code in the last line. */
export function gradeValidation(files: LabFiles): StepResult {
  const file = '04-validate.txt';
  return withText(files, file, (text) => {
    const { code, line, findings } = lastCode(file, text);
    if (code !== null && code !== 0)
      return {
        ...NOTHING,
        findings: [
          finding(file, `The last line says rc=${code}; Envoy takes the lab’s bootstrap with 0.`, line, 'rc'),
        ],
      };
    return { ...NOTHING, findings: [...findings, ...acceptance(file, text), ...refusalBeside(file, text)] };
  });
}

/** As Envoy begins a refusal (`MainImpl::initialize` throws, `ValidationInstance` prefixes it); the path may be empty. */
const REFUSED = /error initializing configuration '([^']*)'/;

/** The first line with a refusal, and the name of the file that it is of. */
function refusedIn(text: string): { readonly name: string; readonly line: number } | null {
  const lines = linesOf(text);
  const index = lines.findIndex((line) => line.length < MAX_LINE && REFUSED.test(line));
  if (index < 0) return null;
  const path = REFUSED.exec(lines[index] ?? '')?.[1] ?? '';
  return { name: path.split(/[\\/]/).at(-1) ?? '', line: index + 1 };
}

/** A run that ended well refused nothing. */
function refusalBeside(file: string, text: string): readonly LabFinding[] {
  const refused = refusedIn(text);
  return refused === null
    ? []
    : [finding(file, `Envoy also refuses ${refused.name || 'a bootstrap'} here.`, refused.line)];
}

/** Envoy's last word on a file that it takes. */
const ACCEPTED = /^configuration '(.*)' OK\s*$/;
/** Longer than any path. */
const MAX_LINE = 8_000;

function acceptance(file: string, text: string): readonly LabFinding[] {
  const lines = linesOf(text);
  const index = lines.findIndex((line) => line.length < MAX_LINE && ACCEPTED.test(line));
  if (index < 0)
    return [
      finding(file, `${file} has no line of Envoy that ends in OK (configuration 'bootstrap.yaml' OK).`),
    ];
  const path = ACCEPTED.exec(lines[index] ?? '')?.[1] ?? '';
  const name = path.split(/[\\/]/).at(-1);
  // Without a file, as with --config-yaml, Envoy names none.
  if (name === '' || name === 'bootstrap.yaml') return [];
  return [finding(file, `Envoy validated ${quote(path)}, and not bootstrap.yaml.`, index + 1)];
}

/** The exit code in the last line that is not blank. */
export function lastCode(file: string, text: string) {
  const lines = linesOf(text);
  const code = /^rc=(0|[1-9]\d{0,2})\s*$/.exec(lines.at(-1) ?? '')?.[1];
  if (code !== undefined) {
    const other = lines.findIndex((line) => (/^rc=(\d+)\s*$/.exec(line)?.[1] ?? code) !== code);
    const found = { code: Number(code), line: lines.length };
    if (other < 0) return { ...found, findings: [] };
    const message = `It names two exit codes, ${lines[other]?.trim() ?? ''} and rc=${code}: one run has one.`;
    return { ...found, findings: [finding(file, message, other + 1, 'rc')] };
  }
  const last = lines.length === 0 ? 'nothing' : quote(lines.at(-1) ?? '');
  const message = `The last line of ${file} has to be rc= and the exit code; it is ${last}.`;
  return { code: null, line: null, findings: [finding(file, message, lines.length || null, 'rc')] };
}

/** The wrong name as a word of its own. */
const NAMES_TYPO = new RegExp(`(?<![\\w-])${TYPO_CLUSTER}(?![\\w-])`);
/** That there is none: `Unknown gRPC client cluster`, or as older releases say, `does not exist, was added via api`. */
const UNKNOWN = /unknown|not exist|not found|no such|not (?:defined|known)|must have a statically defined/i;

/** Whether a line refuses the cluster by that name; Envoy words it differently from release to release. */
function refusesTypo(line: string): boolean {
  return line.length < MAX_LINE && NAMES_TYPO.test(line) && /cluster/i.test(line) && UNKNOWN.test(line);
}

/** `05-typo.txt`: a refusal that names the wrong cluster, and an exit code that is not 0. */
export function gradeRefusal(files: LabFiles, verdict: EnvoyVerdict | null): StepResult {
  const file = '05-typo.txt';
  return withText(files, file, (text) => {
    const { code, line, findings } = lastCode(file, text);
    const found = [...findings];
    if (code === 0)
      found.push(
        finding(
          file,
          'The last line says rc=0; Envoy refuses boot-typo.yaml with another exit code (1).',
          line,
          'rc',
        ),
      );
    else if (
      code !== null &&
      verdict !== null &&
      verdict.exitCode !== null &&
      verdict.exitCode !== 0 &&
      code !== verdict.exitCode
    )
      found.push(
        finding(
          file,
          `The last line says rc=${code}; Envoy at hand refuses boot-typo.yaml with ${verdict.exitCode}.`,
          line,
          'rc',
        ),
      );
    const accepted = linesOf(text).findIndex((said) => said.length < MAX_LINE && ACCEPTED.test(said));
    if (accepted >= 0)
      found.push(finding(file, 'Envoy takes a bootstrap here, where a refusal is asked for.', accepted + 1));
    const refused = refusedIn(text);
    if (refused !== null && refused.name !== '' && refused.name !== 'boot-typo.yaml')
      found.push(
        finding(file, `Envoy refuses ${quote(refused.name)} here, and not boot-typo.yaml.`, refused.line),
      );
    if (!linesOf(text).some(refusesTypo))
      found.push(
        finding(
          file,
          `${file} holds no refusal of the cluster ${TYPO_CLUSTER}, as Envoy words it: Unknown gRPC client cluster '${TYPO_CLUSTER}'.`,
        ),
      );
    return { ...NOTHING, findings: found };
  });
}
