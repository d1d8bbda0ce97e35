import type { Command } from 'commander';
import { usageFailure } from '../contract/failure.ts';
import type { NamedText } from '../contract/types.ts';
import { checkScopes, claims } from '../domain/checks/scope.ts';
import { worst } from '../domain/checks/words.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import type { CheckContext, CheckRun } from '../host/checks/checks.ts';
import type { ClusterChoice } from '../host/cluster/choose-kubeconfig.ts';
import { withFailures } from '../host/failures.ts';
import { checkLines, scopeLines } from './check-output.ts';
import { addClusterOptions, type ClusterOptions, chooseCluster } from './cluster-options.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readInputFile } from './input-file.ts';

interface CheckOptions extends ClusterOptions {
  readonly namespace?: string;
  readonly json?: boolean;
}

const HELP = `
Each finding comes with the line that it is about. No cluster is asked unless a kubeconfig is named, here or in the settings
file: then analyze lays the files over what is in the cluster, and precheck is run as well.
With --json: {"cluster":{"kubeconfig","from","words"},"checks":[{"check","command","exitCode","findings","coverage","summary",
"output"}],"scope":[{"check","what","looksAt","passesOver"}]}; a finding is {"severity","code","resource","message","source",
"placedBy"}, its severity null where istioctl said something that is not understood.
Exit code: 0 when nothing is wrong (warnings are not), 1 when errors were found or a check could not be run, 2 for a wrong call.
${examples(
  'sidecar-anatomy check mesh.yaml payments.yaml',
  'sidecar-anatomy check --kubeconfig lab.kubeconfig --namespace mesh-lab --json',
)}`;

/** `check [FILE…]`: what `istioctl analyze`, `validate` and `x precheck` say, and what they pass over. */
export function addCheckCommand(program: Command, context: CliContext): void {
  const command = program
    .command('check')
    .description('run the static checks of istioctl: analyze, validate, and precheck of a cluster')
    .argument('[files...]', 'YAML or JSON, of any kind; - reads standard input');
  addClusterOptions(command)
    .option('--namespace <name>', 'analyze only what is in there, or names none; without it all namespaces')
    .option('--json', 'as JSON')
    .addHelpText('after', HELP)
    .action(
      context.action(async (files: readonly string[], options: CheckOptions) => {
        if (options.json === true) context.quiet();
        return check(context, files, options);
      }),
    );
}

async function check(context: CliContext, files: readonly string[], options: CheckOptions): Promise<number> {
  // istioctl would take the one of the kubeconfig's context, or default.
  if (options.namespace?.trim() === '')
    throw usageFailure(
      'namespace-empty',
      '--namespace names no namespace.',
      'Name one, or leave it out for all.',
    );
  const cluster = await chooseCluster(context, options);
  if (files.length === 0 && cluster.kubeconfig === null)
    throw usageFailure('nothing-to-check', `There is no file to check. ${cluster.words}`, 'Name a file.');
  const texts: NamedText[] = [];
  for (const file of files) texts.push(await readText(context, file));
  const runs = await runChecks(context, texts, cluster, options.namespace ?? null);
  if (options.json === true) await context.out(`${JSON.stringify(asJson(runs, cluster), null, 2)}\n`);
  else {
    context.err(`${cluster.words}\n`);
    for (const run of runs) await context.out(checkLines(run, texts));
    await context.out(scopeLines(runs.map(({ check: name }) => name)));
  }
  return runs.some((run) => worst(run) === 'Error') ? 1 : 0;
}

/** A file under the name by which it was given: findings then lead to it. */
async function readText(context: CliContext, path: string): Promise<NamedText> {
  const { name, bytes } = await readInputFile(context, path);
  const { text, notes } = withFailures(() => decodeInput(name, bytes));
  for (const note of notes) context.err(`${note.severity}: ${note.message}\n`);
  return { name: path === '-' ? name : path, text };
}

async function runChecks(
  context: CliContext,
  texts: readonly NamedText[],
  { kubeconfig }: ClusterChoice,
  namespace: string | null,
): Promise<readonly CheckRun[]> {
  const { runAnalyze, runPrecheck, runValidate } = await import('../host/checks/checks.ts');
  const { createTextWork } = await import('../host/inject/text-work.ts');
  context.doing('istioctl version');
  const istioctl = await context.toolchain().require('istioctl');
  const work = createTextWork(undefined, context.compute);
  const own: CheckContext = { istioctl, signal: context.signal, texts: work };
  const runs: CheckRun[] = [];
  context.doing('istioctl analyze');
  runs.push(await runAnalyze(own, { files: texts, kubeconfig, namespace }));
  context.doing('istioctl validate');
  for (const text of texts) runs.push(await runValidate(own, text));
  if (kubeconfig !== null) {
    context.doing('istioctl x precheck');
    runs.push(await runPrecheck(own, kubeconfig));
  }
  context.doing(null);
  return runs;
}

function asJson(runs: readonly CheckRun[], cluster: ClusterChoice) {
  const names = new Set(runs.map(({ check: name }) => name));
  return {
    cluster,
    checks: runs.map(({ check: name, command, exitCode, findings, coverage, summary, output }) => ({
      ...{ check: name, command, exitCode, findings, coverage, summary, output },
    })),
    scope: checkScopes
      .filter(({ check: name }) => names.has(name))
      .map(({ looksAt, passesOver, ...scope }) => ({
        ...scope,
        looksAt: looksAt.map((id) => claims[id]),
        passesOver: passesOver.map((id) => claims[id]),
      })),
  };
}
