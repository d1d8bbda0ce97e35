import { basename } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun, NamedText } from '../../contract/types.ts';
import { readAnalyzeJson, readAnalyzeLog } from '../../domain/checks/analyze.ts';
import type { FileCoverage } from '../../domain/checks/coverage.ts';
import { plainFinding } from '../../domain/checks/lines.ts';
import type { CheckName, CheckReport, Finding } from '../../domain/checks/model.ts';
import { readValidate } from '../../domain/checks/validate.ts';
import { readKubeconfig } from '../cluster/kubeconfig.ts';
import { cancelledFailure, withFailures } from '../failures.ts';
import { type IstioctlCall, readableRun, runIstioctl } from '../inject/istioctl.ts';
import { createPrivateFolder, type PrivateFolder } from '../inject/private-folder.ts';
import { createTextWork, type TextWork } from '../inject/text-work.ts';
import { KEPT_STDERR_BYTES } from '../process/collect-output.ts';
import { endedHow } from '../process/command-line.ts';

/** With what every check runs. */
export interface CheckContext {
  /** Absolute. */
  readonly istioctl: string;
  readonly signal?: AbortSignal;
  /** For one MB of files and less, 20 s more for every MB above; default 60 s. */
  readonly timeoutMs?: number;
  /** Who looks up the lines of findings; by default this thread. */
  readonly texts?: TextWork;
}

/** What a run of istioctl printed. */
export interface IstioctlOutput {
  /** As it was run; `line` names files as people know them. */
  readonly command: CommandRun;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order in which they came: what a terminal shows. */
  readonly output: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
}

/** A check that was run, with what it says. */
export interface CheckRun extends IstioctlOutput {
  readonly check: CheckName;
  /** In the order of the program's words. Nothing it wrote is missing here or in `summary`. */
  readonly findings: readonly Finding[];
  /** How much of each file the program looked into; one is missing that is no YAML, and each of which nobody can tell. */
  readonly coverage: readonly FileCoverage[];
  /** Lines that only sum up. */
  readonly summary: readonly string[];
}

export interface AnalyzeRequest {
  /** Texts under the names that the output is to show; none: only what is in the cluster. */
  readonly files: readonly NamedText[];
  /** Absolute path; null: away from any cluster (`--use-kube=false`). With both, files are laid over the cluster. */
  readonly kubeconfig: string | null;
  /** `-n`; null: all (`-A`). Without either istioctl tells of the namespace default only. */
  readonly namespace: string | null;
  /** Default `log`, with an exit code; `json` ends with 0 whatever it found. */
  readonly format?: 'log' | 'json';
}

const TIMEOUT_MS = 60_000;
/** `istioctl version` waits for ever for a cluster that does not answer; the other commands end by themselves. */
const VERSION_TIMEOUT_MS = 20_000;
const FILES_HINT = 'Try again with fewer objects, or when the machine is less busy.';
const CLUSTER_HINT = 'Check whether the cluster of the kubeconfig answers, or do without it.';

/**
 * `istioctl analyze`. Any exit code is a result; 79 says that errors were found, 65 that a file could not be read.
 * @throws FailureError `nothing-to-analyze`, `cancelled`, `istioctl-timeout`, `istioctl-flood`, `tool-cannot-run`, and
 *   `check-json` where `format` is `json` and no JSON came
 */
export async function runAnalyze(context: CheckContext, request: AnalyzeRequest): Promise<CheckRun> {
  const { files, kubeconfig, namespace, format = 'log' } = request;
  if (files.length === 0 && kubeconfig === null)
    throw inputFailure(
      'nothing-to-analyze',
      'There is no file to analyze, and no cluster was chosen.',
      'Name a file, or a kubeconfig.',
    );
  refuseUnusable(kubeconfig);
  const done = await inFolder(context, files, async (folder, given) => {
    const where = namespace === null ? ['-A'] : ['-n', namespace];
    const output = format === 'json' ? ['-o', 'json'] : [];
    const source = kubeconfig === null ? ['--use-kube=false'] : ['-c', kubeconfig];
    const names = given.map(({ argument }) => argument);
    const args = ['analyze', ...source, ...where, ...output, ...names];
    return { ran: await run(context, folder, args, { kubeconfig, files, given }), given, names };
  });
  const read = format === 'json' ? readAnalyzeJson : readAnalyzeLog;
  const report = withFailures(() => read({ ...done.ran, files: done.names }));
  return finished(context, 'analyze', done.ran, report, { ...done, namespace });
}

/**
 * `istioctl validate -f`, which needs no cluster. Exit code 1 says that errors were found.
 * @throws FailureError `cancelled`, `istioctl-timeout`, `istioctl-flood`, `tool-cannot-run`
 */
export async function runValidate(context: CheckContext, file: NamedText): Promise<CheckRun> {
  const done = await inFolder(context, [file], async (folder, given) => {
    const argument = given[0]?.argument ?? '';
    const on = { kubeconfig: null, files: [file], given };
    return { ran: await run(context, folder, ['validate', '-f', argument], on), given, argument };
  });
  // It writes to standard error only; of both together less is kept.
  const report = readValidate(`${done.ran.stdout}${done.ran.stderr}`, done.argument);
  return finished(context, 'validate', done.ran, report, { ...done, namespace: null });
}

/**
 * `istioctl x precheck`. Without a kubeconfig it is run all the same, away from any cluster, and says in its own words that
 * there is none (exit code 1).
 * @throws FailureError as `runValidate`
 */
export async function runPrecheck(
  context: CheckContext,
  kubeconfig: string | null = null,
): Promise<CheckRun> {
  refuseUnusable(kubeconfig);
  const ran = await inFolder(context, [], (folder) =>
    run(context, folder, ['x', 'precheck', ...cluster(kubeconfig)], { kubeconfig, asksCluster: true }),
  );
  return finished(context, 'precheck', ran, readAnalyzeLog({ ...ran, files: [] }), {
    given: [],
    namespace: null,
  });
}

/**
 * `istioctl version`; without a kubeconfig with `--remote=false`, because it would wait for a cluster. For one that does not
 * answer it waits for ever: it is ended after 20 s.
 * @throws FailureError as `runValidate`
 */
export async function runVersion(
  context: CheckContext,
  kubeconfig: string | null = null,
): Promise<IstioctlOutput> {
  refuseUnusable(kubeconfig);
  return inFolder(context, [], (folder) => {
    const where = kubeconfig === null ? ['--remote=false'] : cluster(kubeconfig);
    const timeoutMs = Math.min(context.timeoutMs ?? TIMEOUT_MS, VERSION_TIMEOUT_MS);
    return run({ ...context, timeoutMs }, folder, ['version', ...where], { kubeconfig });
  });
}

/**
 * istioctl would start the login program that a kubeconfig names, and ask localhost:8080 for one that names no cluster.
 * @throws FailureError of `readKubeconfig`
 */
function refuseUnusable(kubeconfig: string | null): void {
  if (kubeconfig !== null) readKubeconfig(kubeconfig);
}

function cluster(kubeconfig: string | null): readonly string[] {
  return kubeconfig === null ? [] : ['-c', kubeconfig];
}

/** A text in the private folder. */
interface Given {
  readonly text: NamedText;
  /** How istioctl is told of it: its name, made fit for every file system. */
  readonly argument: string;
}

async function inFolder<T>(
  { signal }: CheckContext,
  files: readonly NamedText[],
  work: (folder: PrivateFolder, given: readonly Given[]) => Promise<T>,
): Promise<T> {
  if (signal?.aborted === true) throw cancelledFailure();
  const folder = await createPrivateFolder();
  try {
    const given: Given[] = [];
    for (const text of files) given.push({ text, argument: await write(folder, text) });
    return await work(folder, given);
  } finally {
    await folder.dispose();
  }
}

/** Other endings are passed over: `Skipping file`, and then `No validation issues found`. */
const KNOWN_ENDING = /\.(?:json|yaml|yml)$/;

async function write(folder: PrivateFolder, { name, text }: NamedText): Promise<string> {
  const written = basename(await folder.write(withEnding(name), text));
  return written.startsWith('-') ? `./${written}` : written;
}

const withEnding = (name: string): string => (KNOWN_ENDING.test(name) ? name : `${name}.yaml`);

async function run(
  { istioctl, signal, timeoutMs = TIMEOUT_MS }: CheckContext,
  folder: PrivateFolder,
  args: readonly string[],
  on: {
    readonly kubeconfig: string | null;
    readonly files?: readonly NamedText[];
    /** It looks for a cluster, whatever it is given. */
    readonly asksCluster?: boolean;
    readonly given?: readonly Given[];
  },
): Promise<IstioctlOutput> {
  const inputBytes = (on.files ?? []).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const megabytes = Math.ceil(inputBytes / 1024 / 1024);
  const call: IstioctlCall = {
    istioctl,
    args,
    folder,
    inputBytes,
    timeoutHint: on.kubeconfig === null ? FILES_HINT : CLUSTER_HINT,
    timeoutMs: timeoutMs + Math.max(0, megabytes - 1) * 20_000,
    ...(signal === undefined ? {} : { signal }),
  };
  const { stdout, stderr, output, exitCode, run: spawned } = await runIstioctl(call);
  // Only for want of another kubeconfig does the one that leads nowhere count.
  const env = on.asksCluster === true && on.kubeconfig === null ? {} : null;
  const shown = readableRun({ ...spawned, argv: spawned.argv.map(shownNames(on.given ?? [])) }, folder, env);
  return { command: { ...shown, argv: spawned.argv }, stdout, stderr, output, exitCode };
}

/** Arguments as people can run them: files by the names that they were given under, not by those of the copies. */
function shownNames(given: readonly Given[]): (argument: string) => string {
  const names = new Map(given.map(({ argument, text: { name } }) => [argument, withEnding(name)]));
  return (argument) => {
    const name = names.get(argument) ?? argument;
    return names.has(argument) && name.startsWith('-') ? `./${name}` : name;
  };
}

/** Reads what was printed; when the folder is gone, because whoever reads may wait until none would stay behind. */
async function finished(
  { texts = createTextWork(), signal }: CheckContext,
  check: CheckName,
  ran: IstioctlOutput,
  report: CheckReport,
  { given, namespace }: { readonly given: readonly Given[]; readonly namespace: string | null },
): Promise<CheckRun> {
  const copies = given.map(({ argument, text }) => ({ name: argument, text: text.text }));
  const looked = await texts.locate({ check, findings: report.findings, texts: copies, namespace }, signal);
  const names = new Map(given.map(({ argument, text }) => [argument, text.name]));
  const named = (file: string): string => names.get(file) ?? file;
  const findings = looked.findings.map(({ source, ...finding }) => ({
    ...finding,
    source: source === null ? null : { ...source, file: named(source.file) },
  }));
  const unknown = [...unsaid(ran, findings, report.summary), ...unkept(ran)];
  const coverage = looked.coverage.map((one) => ({ ...one, file: named(one.file) }));
  return {
    check,
    ...ran,
    findings: [...findings, ...unknown],
    // What it could not read may be among what it did not say, or what was not kept.
    coverage: unknown.length > 0 ? [] : coverage,
    summary: report.summary,
  };
}

/** Of standard error only so much is kept: what is missing is told. */
function unkept({ stderr }: IstioctlOutput): readonly Finding[] {
  if (Buffer.byteLength(stderr) < KEPT_STDERR_BYTES) return [];
  const { hint: _, ...finding } = plainFinding(
    null,
    'istioctl printed more than a MiB of messages, and what came behind that is not here. Check fewer objects at once.',
  );
  return [{ ...finding, source: null, placedBy: null }];
}

/** An end that says that something is wrong, and no word of what; a warning alone is no reason for it. */
function unsaid(
  ran: IstioctlOutput,
  findings: readonly Finding[],
  summary: readonly string[],
): readonly Finding[] {
  const grave = findings.some(({ severity }) => severity === 'Error' || severity === null);
  const told = grave || summary.some((line) => line.startsWith('Error: '));
  if (ran.exitCode === 0 || (ran.exitCode !== null && told)) return [];
  const { hint: _, ...finding } = plainFinding(
    'Error',
    ran.exitCode === null
      ? `istioctl ${endedHow(ran.command)}: what it had not said by then is not here.`
      : `istioctl ${endedHow(ran.command)} and did not say why.`,
  );
  return [{ ...finding, source: null, placedBy: null }];
}
