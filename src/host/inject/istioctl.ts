import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun } from '../../contract/types.ts';
import { NO_CLUSTER_SERVER } from '../../domain/inject/arguments.ts';
import { cancelledFailure } from '../failures.ts';
import { commandLine, firstLine } from '../process/command-line.ts';
import { type RunResult, runProgram } from '../process/run-program.ts';
import type { PrivateFolder } from './private-folder.ts';

/** A kubeconfig that leads nowhere. istioctl must never reach a cluster by itself. */
const NO_CLUSTER = `apiVersion: v1
kind: Config
clusters:
  - name: none
    cluster: { server: "${NO_CLUSTER_SERVER}" }
contexts:
  - name: none
    context: { cluster: none, user: none }
users:
  - name: none
    user: {}
current-context: none
`;

const KUBECONFIG_NAME = 'no-cluster.kubeconfig';

/**
 * For runs of a second or so: Go's collector stays off until the heap reaches half a GiB
 * (https://go.dev/doc/gc-guide#Memory_limit). It takes a third of istioctl's time, on threads that we need while we read what
 * istioctl gives. What istioctl prints does not depend on it, so the command that people copy goes without.
 */
const UNCOLLECTED = { GOGC: 'off', GOMEMLIMIT: '512MiB' };
/** Above this, in bytes of input, what istioctl holds could be more than the limit, and the collector would never rest. */
const SHORT_RUN_BYTES = 1_000_000;

const TIMEOUT_HINT =
  'Try again with fewer workloads, or when the machine is less busy. (It does not wait for a cluster: since 1.28 it would, for ever, so a revision and a kubeconfig that leads nowhere are always given.)';

export interface IstioctlCall {
  readonly istioctl: string;
  readonly args: readonly string[];
  readonly folder: PrivateFolder;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** What to do when the time limit ran out; by default what helps an injection. */
  readonly timeoutHint?: string;
  /** Size of what it has to work on; none: it is given nothing. */
  readonly inputBytes?: number;
  /** Called when istioctl runs: what can be done meanwhile costs nobody time. */
  readonly onStart?: () => void;
  /** Hears what istioctl writes while it runs. */
  readonly onStdout?: (chunk: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs istioctl away from any cluster. Throws `cancelled`, `istioctl-timeout` and `istioctl-flood`; every exit code is a result. */
export async function runIstioctl(call: IstioctlCall): Promise<RunResult> {
  const kubeconfig = await call.folder.write(KUBECONFIG_NAME, NO_CLUSTER);
  const { istioctl, folder, inputBytes = 0, timeoutHint = TIMEOUT_HINT, ...options } = call;
  const memory = inputBytes <= SHORT_RUN_BYTES ? UNCOLLECTED : {};
  const env = { ...memory, ...call.env, KUBECONFIG: kubeconfig };
  const result = await runProgram({
    ...options,
    program: istioctl,
    env,
    cwd: folder.path,
    ownFolder: folder.path,
    endWhenFull: true,
    onStart: () => {
      folder.watched(true);
      options.onStart?.();
    },
    onEnd: () => folder.watched(false),
  });
  if (result.cancelled) throw cancelledFailure();
  if (result.flooded)
    throw inputFailure(
      'istioctl-flood',
      `istioctl went on writing messages (first “${firstLine(result.stderr)}”) and was ended.`,
      'It does not work as it should: check it in a terminal, or name another one.',
      null,
      result.stderr.slice(0, 2000),
    );
  const { timeoutMs } = call;
  if (result.timedOut)
    throw inputFailure(
      'istioctl-timeout',
      `istioctl did not finish within ${Math.round(timeoutMs / 1000)} s and was ended.`,
      timeoutHint,
      null,
      result.stderr.slice(0, 2000),
    );
  return result;
}

/**
 * The run as people can use it: files by their names instead of by a private folder that is gone. The argument
 * vector stays as it was spawned. `env` is what was set besides the kubeconfig that leads nowhere; null: an argument names
 * another one, which counts.
 */
export function readableRun(
  run: CommandRun,
  folder: PrivateFolder,
  env: Readonly<Record<string, string>> | null = {},
): CommandRun {
  const argv = run.argv.map((argument) => {
    if (!argument.startsWith(folder.path)) return argument;
    const name = argument.slice(folder.path.length + 1);
    return name.startsWith('-') ? `./${name}` : name;
  });
  return { ...run, line: commandLine(argv, env === null ? {} : { KUBECONFIG: KUBECONFIG_NAME, ...env }) };
}
