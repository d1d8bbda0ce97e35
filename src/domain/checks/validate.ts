import { commandError, type LineMeaning, readLines } from './lines.ts';
import { type CheckReport, type Hint, NO_HINT, type ObjectName, type RawFinding } from './model.ts';

/**
 * What `istioctl validate -f FILE` prints, all of it on standard error (istio.io/istio, istioctl/pkg/validate): warnings of
 * Deployments at once, errors as a list in the end. It names no line: kind, namespace and name tell which object is meant.
 */
export function readValidate(output: string, file: string): CheckReport {
  let severity: 'Error' | 'Warning' = 'Error';
  return readLines(output, (line): LineMeaning => {
    if (line === `"${file}" is valid`) return { is: 'summary' };
    if (/^Error: \d+ errors? occurred:$/.test(line)) {
      severity = 'Error';
      return { is: 'summary' };
    }
    if (line === `"${file}" has warnings: `) {
      severity = 'Warning';
      return { is: 'summary' };
    }
    const finding = ofDeployment(line, file) ?? ofList(line, file, severity) ?? commandError(line);
    if (finding !== null) return { is: 'finding', finding };
    return { is: /^\s/.test(line) ? 'more' : 'unknown' };
  });
}

/** `deployment "name/namespace:" may not provide …`. */
function ofDeployment(line: string, file: string): RawFinding | null {
  const found = /^deployment "([^"/]*)\/([^"/]*):" may not provide /.exec(line);
  if (found === null) return null;
  const [, name = '', namespace = ''] = found;
  return about({ kind: 'Deployment', namespace, name }, 'Warning', line, file);
}

/** `\t* Kind/namespace/name: message`, `\t* failed to decode file a.yaml:  message`, or another message. */
function ofList(line: string, file: string, severity: 'Error' | 'Warning'): RawFinding | null {
  const message = /^\t\* (.*)$/.exec(line)?.[1];
  if (message === undefined) return null;
  const begin = `failed to decode file ${file}: `;
  if (message.startsWith(begin)) {
    const hint: Hint = { ...NO_HINT, file, lost: 'rest' };
    const said = `This document and all behind it were not looked at: ${message.slice(begin.length).trim()}`;
    return { severity, code: null, resource: null, message: said, hint };
  }
  const named = /^([^\s/:]*)\/([^\s/]*)\/([^\s/]*): (.*)$/.exec(message);
  if (named === null) {
    const hint: Hint = { ...NO_HINT, file, lost: 'run' };
    return { severity, code: null, resource: null, message, hint };
  }
  const [, kind = '', namespace = '', name = '', said = ''] = named;
  return about(itemOf(said) ?? { kind, namespace, name }, severity, said, file);
}

/** Of a List the item is named in the message only. */
function itemOf(message: string): ObjectName | null {
  const found = /^service "([^"/]*)\/([^"/]*)\/:"/.exec(message);
  if (found === null) return null;
  const [, name = '', namespace = ''] = found;
  return { kind: 'Service', namespace, name };
}

/** Of Istio's own objects, and of an IstioOperator. */
const UNDECODED = /^(?:cannot parse proto message|could not unmarshal): /;

function about(object: ObjectName, severity: 'Error' | 'Warning', message: string, file: string): RawFinding {
  const lost = UNDECODED.test(message) ? 'object' : null;
  const hint: Hint = { ...NO_HINT, file, object, lost };
  return { severity, code: null, resource: resourceName(object), message, hint };
}

function resourceName({ kind, namespace, name }: ObjectName): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
