/**
 * Lines that no command of istioctl writes as its result: what a shell says of a program that it did not start, what a wrong command
 * line gets, and how a program dies.
 */
const INSTEAD: readonly RegExp[] = [
  /\bcommand not found\b|\bis not recognized as\b/i,
  /^(?:\S*\/)?-?(?:ba|z|da|k|fi|a)?sh(?:\[\d+\])?: /,
  /^(?:env|timeout|sudo|nohup|xargs): /,
  /^Usage:|^Run '[^']+' for usage/,
  /^Error: (?:unknown (?:command|flag|shorthand flag|help topic)|flag needs an argument|invalid argument ".*" for |required flag|accepts \d+ arg)/,
  /^(?:panic: |fatal error: |goroutine \d+ \[|runtime: )|^SIG[A-Z]+: |\bcore dumped\b/,
  /^(?:Killed|Terminated|Aborted|Segmentation fault|Illegal instruction|Bus error)\b/,
];

/** The first line that is none of a result, as `INSTEAD` says; null where there is none. */
export function insteadOf(lines: readonly string[]): string | null {
  const found = lines.find((line) => INSTEAD.some((pattern) => pattern.test(line.trim())));
  return found?.trim() ?? null;
}

/** Two or three parts, so that no IP address is one. */
const NUMBER = String.raw`\d+\.\d+(?:\.\d+)?(?:[-+][\w.+-]*\w)?`;
/**
 * How `istioctl version` writes versions (istio.io/istio, pkg/version): in lines, alone where nothing else is asked, as a Go structure
 * with `--short=false`, or as JSON and YAML. kubectl writes `Client Version:` and `gitVersion`, Envoy a path.
 */
const VERSIONS: readonly RegExp[] = [
  new RegExp(String.raw`^\s*client version: (${NUMBER})\s*$`, 'm'),
  new RegExp(
    String.raw`^\s*(?:client version: )?version\.BuildInfo\{Version:"(${NUMBER})", GitRevision:`,
    'm',
  ),
  new RegExp(String.raw`"clientVersion"\s*:\s*\{[^{}]*?"version"\s*:\s*"(${NUMBER})"`),
  new RegExp(
    String.raw`^clientVersion:[ \t]*\n(?:[ \t]+.*\n)*?[ \t]+version: ["']?(${NUMBER})["']?[ \t]*$`,
    'm',
  ),
  new RegExp(String.raw`^\s*(?:control plane|data plane|pilot|istiod) version: (${NUMBER})\b`, 'm'),
  new RegExp(String.raw`^\s*(${NUMBER})\s*$`, 'm'),
];

/** The version in what `istioctl version` printed, without colours; null where it is nothing of istioctl's. */
export function istioctlVersion(text: string): string | null {
  const unix = text.replaceAll('\r\n', '\n');
  for (const pattern of VERSIONS) {
    const number = pattern.exec(unix)?.[1];
    if (number !== undefined) return number;
  }
  return null;
}

/** As precheck ends where it found nothing; the second of releases before 1.10. */
const NO_ISSUES = /No issues found when checking the cluster|Install Pre-Check passed/;
/** A message of the analysis, in lines, JSON or YAML. */
const MESSAGE = /\b(?:Error|Warn|Warning|Info) \[IST\d+\]|["']?\bcode["']?: ?["']?IST\d+/;
/** It ends so because of the messages above, whichever it was asked to show. */
const FOUND_ISSUES = /^Error: Issues found when checking the cluster/;
/** An error of its own is about the cluster, and the way to it. */
const FAILURE =
  /^Error: .*(?:kube|cluster|server|client|connect|dial|Get "|no such host|time(?:d )?out|timeout|deadline|refused|forbidden|unauthorized|permission|x509|certificate|context|config|credential|EOF)/i;
/** What an export writes where it printed nothing. */
const NOTHING = /^istioctl x precheck printed nothing and ended with exit code /;

/** What is in the output of `istioctl x precheck` (istio.io/istio, istioctl/pkg/precheck). */
export interface Precheck {
  /** Whether it says anything of a check, or why there was none. */
  readonly checked: boolean;
  /** A line that says the contrary of another one; null where there is none. */
  readonly contrary: string | null;
}

/** Reads it line by line, without colours. */
export function readPrecheck(lines: readonly string[]): Precheck {
  const first = (pattern: RegExp): string | null =>
    lines.find((line) => pattern.test(line.trim()))?.trim() ?? null;
  const failure = lines.find((line) => FAILURE.test(line.trim()) && !FOUND_ISSUES.test(line.trim()))?.trim();
  const messages = first(MESSAGE);
  const fine = first(NO_ISSUES);
  const said = [fine, messages, first(FOUND_ISSUES), failure ?? null, first(NOTHING)];
  return {
    checked: said.some((one) => one !== null),
    contrary: fine === null ? null : (messages ?? failure ?? null),
  };
}

/** What istioctl says where nothing tells it of a cluster: it asks the old default of Kubernetes. */
const DEFAULT_SERVER = 'localhost:8080';

/**
 * Whether it is the error of an istioctl that was told of no cluster, or of `nowhere`, which an export gives it in place of one.
 * @param cluster which is asked now, in words: one at the default address is none of them
 */
export function isWithoutCluster(text: string, nowhere: string, cluster: string): boolean {
  if (text.includes(nowhere) || text.includes('no configuration has been provided')) return true;
  return text.includes(`http://${DEFAULT_SERVER}/`) && !cluster.includes(DEFAULT_SERVER);
}
