import type { Command } from 'commander';
import { inputFailure } from '../contract/failure.ts';
import type { Bootstrap } from '../domain/bootstrap/build.ts';
import { withFailures } from '../host/failures.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { outName, writeResult } from './output-file.ts';
import type { CliStudy } from './study.ts';
import {
  addStartOptions,
  addWorkloadOptions,
  type BootstrapChoice,
  inputsOf,
  type StudyOptions,
} from './study-options.ts';

interface BootstrapOptions extends BootstrapChoice, StudyOptions {
  readonly validate: boolean;
  readonly out?: string;
}

const HELP = `
lab: written by hand with the fields of the lab, straight to istiod. sidecar: as pilot-agent writes it. typo: the lab's
with a wrong ADS cluster name. With --validate Envoy's output follows on standard error and its exit code is passed on.
${examples(
  'sidecar-anatomy bootstrap payments.yaml --variant sidecar --out bootstrap.yaml',
  'sidecar-anatomy bootstrap payments.yaml --variant typo --validate',
)}`;

/** `bootstrap FILE`: writes the bootstrap of a workload's proxy, and has Envoy validate it when asked. */
export function addBootstrapCommand(program: Command, context: CliContext): void {
  const command = program.command('bootstrap').description("write the bootstrap of a workload's proxy");
  addWorkloadOptions(command, WORDS, 'lab');
  addStartOptions(command)
    .option('--validate', 'have Envoy validate it', false)
    .option('--out <file>', 'write to a file', outName)
    .addHelpText('after', HELP)
    .action(context.action((file: string, options: BootstrapOptions) => bootstrap(context, file, options)));
}

const WORDS = {
  file: 'workloads that kube-inject takes, YAML or JSON',
  variant: 'which bootstrap is written',
  workload: 'which workload of a file with several, counted from 1',
} as const;

async function bootstrap(context: CliContext, file: string, options: BootstrapOptions): Promise<number> {
  const built = await read(context, file, options);
  for (const sentence of built.unwritten) context.err(`${sentence}\n`);
  await writeResult(context, options.out, inputsOf(file, options), built.yaml);
  if (!options.validate) return 0;
  const { createEnvoyBench } = await import('../host/envoy/envoy-bench.ts');
  const bench = createEnvoyBench({ toolchain: context.toolchain() });
  context.onEnd(() => bench.close());
  context.doing('envoy --mode validate');
  const { exitCode, output, command, explanation } = await bench.validate(built.yaml, context.signal);
  context.doing(null);
  // Envoy's own words are enough; where there are none, ours say what became of it.
  if (output.trim() === '' && explanation !== undefined) {
    const how = command.signal === null ? `exit code ${exitCode}` : `signal ${command.signal}`;
    context.err(`sidecar-anatomy: ${explanation.message} (${how})\n${explanation.hint}\n`);
  } else context.err(output.endsWith('\n') ? output : `${output}\n`);
  return exitCode ?? 1;
}

/** Injects a workload and writes the bootstrap to run; what a run adds to it stands in the run's own command. */
export async function loadBootstrap(
  context: CliContext,
  file: string,
  choice: BootstrapChoice & StudyOptions,
): Promise<string> {
  return (await read(context, file, choice)).yaml;
}

async function read(
  context: CliContext,
  file: string,
  choice: BootstrapChoice & StudyOptions,
): Promise<Bootstrap> {
  tellWithoutEffect(context, choice);
  const { chooseWorkload, openStudy } = await import('./study.ts');
  const study: CliStudy = await openStudy(context, file, choice);
  const index = chooseWorkload(study, choice.workload);
  const { summaries } = study.anatomy;
  const summary = summaries[index];
  const name = `${summary?.kind ?? ''} ${summary?.name ?? ''}`.trim();
  const { variant, ip, pod, namespace, adminPort, fetchTimeout } = choice;
  const start = { ip, pod, namespace, adminPort, fetchTimeout };
  const built = await context.compute(() =>
    withFailures(() => study.anatomy.bootstrap(index, { variant, start })),
  );
  if (built === null) {
    const reason = study.notes.find(
      ({ workload, message }) => workload === index && message.includes('was not injected'),
    );
    throw inputFailure(
      'no-sidecar',
      reason?.message ?? `${name} has no sidecar, so there is no bootstrap.`,
      'Choose an injected workload with --workload, or have this one injected.',
    );
  }
  if (summaries.length > 1 && choice.workload === undefined)
    context.err(
      `${name} is the first injected of ${summaries.length} workloads; --workload chooses another.\n`,
    );
  return built;
}

/** pilot-agent takes its admin port from the proxy's configuration: a choice that changes nothing is told. */
function tellWithoutEffect(context: CliContext, { variant, adminPort }: BootstrapChoice): void {
  if (variant !== 'sidecar' || adminPort === undefined) return;
  context.err(
    `--admin-port ${adminPort} is the lab's: a sidecar's bootstrap has proxyAdminPort of its proxy configuration, 15000 unless the annotation proxy.istio.io/config says another.\n`,
  );
}
