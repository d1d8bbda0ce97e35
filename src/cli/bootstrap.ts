import { type Command, InvalidArgumentError, Option } from 'commander';
import { inputFailure } from '../contract/failure.ts';
import type { BootstrapVariant } from '../contract/types.ts';
import type { Bootstrap } from '../domain/bootstrap/build.ts';
import { type ChosenValue, checkChosen, isDuration } from '../domain/bootstrap/start-values.ts';
import { InputFault } from '../domain/fault.ts';
import { createEnvoyBench } from '../host/envoy/envoy-bench.ts';
import { withFailures } from '../host/failures.ts';
import type { CliContext } from './context.ts';
import { writeResult } from './output-file.ts';
import {
  addStudyOptions,
  type CliStudy,
  chooseWorkload,
  inputsOf,
  openStudy,
  type StudyOptions,
} from './study.ts';

/** What may be chosen for a bootstrap; absent: the workload's own, or stand-ins. */
export interface BootstrapChoice {
  readonly variant: BootstrapVariant;
  readonly ip?: string;
  readonly pod?: string;
  readonly namespace?: string;
  readonly adminPort?: number;
  readonly fetchTimeout?: string;
  /** Name, or number counted from 1, of the workload in a file with several. */
  readonly workload?: string;
}

interface BootstrapOptions extends BootstrapChoice, StudyOptions {
  readonly validate: boolean;
  readonly out?: string;
}

const HELP = `
lab: written by hand with the fields of the lab, straight to istiod. sidecar: as pilot-agent writes it. typo: the lab's
with a wrong ADS cluster name. With --validate Envoy's output follows on standard error and its exit code is passed on.`;

/** `bootstrap FILE`: writes the bootstrap of a workload's proxy, and has Envoy validate it when asked. */
export function addBootstrapCommand(program: Command, context: CliContext): void {
  const command = program
    .command('bootstrap')
    .description("write the bootstrap of a workload's proxy")
    .argument('<file>', 'workloads that kube-inject takes, YAML or JSON')
    .addOption(
      new Option('--variant <name>', 'which bootstrap is written')
        .choices(['lab', 'sidecar', 'typo'])
        .default('lab'),
    )
    .option('--ip <address>', 'address of the pod (10.0.0.7)', chosen('ip'))
    .option('--pod <name>', "name of the pod (the workload's with letters behind it)", chosen('pod'))
    .option('--namespace <name>', "namespace of the pod (the workload's, else default)", chosen('namespace'))
    .option('--admin-port <number>', "port of the lab's admin endpoint (9982)", parsePort)
    .option('--fetch-timeout <duration>', 'initial_fetch_timeout (0s: Envoy waits for ever)', parseDuration)
    .option('--workload <name or number>', 'which workload of a file with several, counted from 1')
    .option('--validate', 'have Envoy validate it', false)
    .option('--out <file>', 'write to a file')
    .addHelpText('after', HELP);
  addStudyOptions(command).action(
    context.action((file: string, options: BootstrapOptions) => bootstrap(context, file, options)),
  );
}

async function bootstrap(context: CliContext, file: string, options: BootstrapOptions): Promise<number> {
  const study = await openStudy(context, file, options);
  const built = build(context, study, options);
  for (const sentence of built.unwritten) context.err(`${sentence}\n`);
  await writeResult(context, options.out, inputsOf(file, options), built.yaml);
  if (!options.validate) return 0;
  const bench = createEnvoyBench({ toolchain: context.toolchain() });
  context.onEnd(() => bench.close());
  const { exitCode, output } = await bench.validate(built.yaml, context.signal);
  context.err(output.endsWith('\n') ? output : `${output}\n`);
  return exitCode ?? 1;
}

/** Injects a workload and writes the bootstrap to run; what a run adds to it stands in the run's own command. */
export async function loadBootstrap(
  context: CliContext,
  file: string,
  choice: BootstrapChoice & StudyOptions,
): Promise<string> {
  const study = await openStudy(context, file, choice);
  return build(context, study, choice).yaml;
}

function build(context: CliContext, study: CliStudy, choice: BootstrapChoice): Bootstrap {
  const index = chooseWorkload(study, choice.workload);
  const { summaries } = study.anatomy;
  const summary = summaries[index];
  const name = `${summary?.kind ?? ''} ${summary?.name ?? ''}`.trim();
  const { variant, ip, pod, namespace, adminPort, fetchTimeout } = choice;
  const built = withFailures(() =>
    study.anatomy.bootstrap(index, {
      variant,
      start: { ip, pod, namespace, adminPort, fetchTimeout },
    }),
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

/** Reads a start value, or refuses it as wrong usage in the domain's words. */
export function chosen(key: ChosenValue): (text: string) => string {
  return (text) => {
    try {
      checkChosen(key, text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof InputFault ? error.hint : String(error));
    }
    return text;
  };
}

export function parseDuration(text: string): string {
  if (!isDuration(text))
    throw new InvalidArgumentError('Write seconds with an s at the end: 0s to wait for ever, 5s, 0.5s.');
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
