import { type CheckReport, NO_HINT, type RawFinding } from './model.ts';

/** Colours (SGR): `precheck` writes them into pipes, too. */
const COLOUR = /\u001b\[[\d;]*m/g;

export function withoutColours(text: string): string {
  return text.replace(COLOUR, '');
}

/** What a line is: the beginning of a finding, a line that sums up, or nothing that is known. */
export type LineMeaning =
  | { readonly is: 'finding'; readonly finding: RawFinding }
  /** Belongs to the finding above it. */
  | { readonly is: 'more' }
  | { readonly is: 'summary' }
  /** Says only what another line says, too. */
  | { readonly is: 'echo' }
  | { readonly is: 'unknown' };

/**
 * Takes a text apart line by line. Nothing is lost: lines that nobody understands become findings without a severity, those
 * that follow each other one.
 */
export function readLines(text: string, meaning: (line: string) => LineMeaning): CheckReport {
  const findings: RawFinding[] = [];
  const summary: string[] = [];
  let open: 'finding' | 'unknown' | null = null;
  const append = (line: string): void => {
    const last = findings.pop();
    if (last !== undefined) findings.push({ ...last, message: `${last.message}\n${line}` });
  };
  for (const line of withoutColours(text).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const said = meaning(line);
    switch (said.is) {
      case 'finding':
        findings.push(said.finding);
        open = 'finding';
        break;
      case 'summary':
        summary.push(line.trim());
        open = null;
        break;
      case 'echo':
        open = null;
        break;
      case 'more':
        if (open === 'finding') append(line);
        else open = addUnknown(findings, line, open, append);
        break;
      case 'unknown':
        open = addUnknown(findings, line, open === 'unknown' ? open : null, append);
        break;
    }
  }
  return { findings, summary };
}

function addUnknown(
  findings: RawFinding[],
  line: string,
  open: 'finding' | 'unknown' | null,
  append: (line: string) => void,
): 'unknown' {
  if (open === 'unknown') append(line);
  else findings.push(CRASH.test(line) ? brokenOff(null, line) : plainFinding(null, line));
  return 'unknown';
}

/** How a Go program says that it died. */
const CRASH = /^(?:panic|fatal error|runtime): /;

/** A finding that names neither object nor place. */
export function plainFinding(severity: RawFinding['severity'], message: string): RawFinding {
  return { severity, code: null, resource: null, message, hint: NO_HINT };
}

/** The same of a run that could not do its work, or not all of it. */
export function brokenOff(severity: RawFinding['severity'], message: string): RawFinding {
  return { ...plainFinding(severity, message), hint: { ...NO_HINT, lost: 'run' } };
}

/** Both streams of one run as one report. */
export function joinReports(...reports: readonly CheckReport[]): CheckReport {
  return {
    findings: reports.flatMap(({ findings }) => findings),
    summary: reports.flatMap(({ summary }) => summary),
  };
}

/** `Error: …`, as every command of istioctl ends that could not do its work. */
export function commandError(line: string): RawFinding | null {
  const message = /^Error: (.+)$/.exec(line)?.[1];
  return message === undefined ? null : brokenOff('Error', message);
}
