import type { Command } from 'commander';
import { FailureError } from '../contract/failure.ts';
import type { StartChoice } from '../domain/bootstrap/start-values.ts';
import type { ReadText } from '../domain/yaml/shelf.ts';
import type { Injector, InjectRequest } from '../host/inject/injector.ts';
import type { TextWork } from '../host/inject/text-work.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readInputFile } from './input-file.ts';
import { addExportOptions, exportLab, labPlace, stepNumbers, tellReport } from './lab-output.ts';
import { outName } from './output-file.ts';
import { samplePath } from './sample-file.ts';
import { addInjectionOptions, addLabStartOptions, type InjectionOptions } from './study-options.ts';

interface StartOptions {
  readonly ip?: string;
  readonly pod?: string;
  readonly namespace?: string;
  readonly adminPort?: number;
}

interface ExportOptions extends InjectionOptions, StartOptions {
  readonly out: string;
  readonly workload?: string;
  readonly steps?: string;
  readonly force: boolean;
  readonly json: boolean;
}

interface BegunInjection {
  readonly injector: Injector;
  readonly read: ReadText;
}

interface CheckOptions extends StartOptions {
  readonly workload?: string;
  readonly mesh?: string;
  readonly envoy: boolean;
  readonly json: boolean;
}

const EXPORT_HELP = `
Writes inject.yaml, 01-args.txt, 02-env.txt, mesh-config.yaml (what step 3 reads), 03-mesh.txt, bootstrap.yaml,
04-validate.txt, boot-typo.yaml, 05-typo.txt, 06-node.json, 06-ready.txt, 07-identity.txt and 08-report.md. Every value comes
from a run of istioctl and Envoy. A file that is there and says the same stays, so an interrupted export goes on. One that
says something else is made anew where this app wrote it there and nobody touched it since (another workload, another port);
a person's file is never replaced without --force.
Exit code: 0 when nothing of the steps is wrong or missing, 1 when something is or a program said no, 2 for a wrong call.
${examples(
  'sidecar-anatomy lab bootstrap --out ist2-boot',
  'sidecar-anatomy lab bootstrap payments.yaml --out ist2-boot --admin-port 19982',
)}`;

const CHECK_HELP = `
Every value is read anew from the folder's own inject.yaml; the mesh configuration is --mesh, else mesh-config.yaml in the
folder, else /opt/istio/mesh-config.yaml, else that of the istioctl at hand where its trust domain fits. Envoy at hand
validates copies of both bootstraps. Nothing is written into the folder. Another port, address, pod or namespace than the
lab's (9982, 10.0.0.7, NAME-6d5f9, the workload's or default) counts where an option, or a line “- ” of 08-report.md, names it.
Exit code: 0 when every step passes, 1 when one does not, 2 for a wrong call.
${examples('sidecar-anatomy lab check bootstrap ist2-boot', 'sidecar-anatomy lab check bootstrap ist2-boot --json')}`;

/** `lab bootstrap [FILE] --out DIR` and `lab check bootstrap DIR`. */
export function addBootstrapLab(lab: Command, check: Command, context: CliContext): void {
  const make = lab
    .command('bootstrap')
    .description('do the bootstrap lab with the real istioctl and Envoy, and write its files')
    .argument('[file]', 'workloads that kube-inject takes; without it the sample payments')
    .requiredOption('--out <folder>', 'where the files go; made where it is not there', outName)
    .option('--workload <name or number>', 'which workload of a file with several, counted from 1');
  addExportOptions(addInjectionOptions(addLabStartOptions(make)))
    .addHelpText('after', EXPORT_HELP)
    .action(
      context.action((file: string | undefined, options: ExportOptions) => exportIt(context, file, options)),
    );
  const grade = check
    .command('bootstrap')
    .description('grade a folder of the bootstrap lab')
    .argument('<folder>', 'the folder with the files of the lab')
    .option('--workload <name or number>', 'which workload of inject.yaml it is about')
    .option('--mesh <file>', 'mesh configuration, in place of the folder’s');
  addLabStartOptions(grade, 'the admin port that bootstrap.yaml is to have (9982)')
    .option('--no-envoy', 'leave out what Envoy at hand says of both bootstraps')
    .option('--json', 'the report as JSON', false)
    .addHelpText('after', CHECK_HELP)
    .action(context.action((folder: string, options: CheckOptions) => checkIt(context, folder, options)));
}

function startOf({ ip, pod, namespace, adminPort }: StartOptions): StartChoice {
  return { ip, pod, namespace, adminPort };
}

async function exportIt(
  context: CliContext,
  file: string | undefined,
  options: ExportOptions,
): Promise<number> {
  const { folder, shown } = labPlace(context, 'bootstrap', options.out);
  const steps = options.steps === undefined ? {} : { steps: stepNumbers('bootstrap', options.steps) };
  const native = options.native === true;
  const [input, injection] = await Promise.all([
    readInputFile(context, file ?? samplePath()),
    import('./read-injection.ts').then(({ readInjection }) => readInjection(context, options)),
  ]);
  const begun = await beginInjection(context, { ...input, injection, native });
  const { bootstrapLab } = await import('../host/lab/bootstrap-lab.ts');
  const request = bootstrapLab(
    { toolchain: context.toolchain(), ...begun },
    {
      folder,
      shown,
      input,
      injection,
      native,
      start: startOf(options),
      force: options.force,
      signal: context.signal,
      ...steps,
      ...(options.workload === undefined ? {} : { workload: options.workload }),
    },
  );
  return exportLab(context, request, options.json).catch((error: unknown) => {
    throw withPortOption(error);
  });
}

/** Begins to inject at once, and loads what reads YAML only then: istioctl works meanwhile, and takes about as long. */
async function beginInjection(context: CliContext, request: InjectRequest): Promise<BegunInjection> {
  const { createInjector } = await import('../host/inject/injector.ts');
  const { textWorkOnceLoaded } = await import('../host/inject/text-work-once-loaded.ts');
  let begin = (): void => undefined;
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const reading = begun.then(() => loadReading(context));
  const load = async (): Promise<TextWork> => {
    begin();
    return (await reading).work;
  };
  const injector = createInjector({ toolchain: context.toolchain(), texts: textWorkOnceLoaded(load) });
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const result = injector.inject({ ...request, signal: stop.signal });
  // Told by whoever waits for it.
  result.catch(() => undefined);
  context.signal.addEventListener('abort', cancel, { once: true });
  context.onEnd(async () => {
    cancel();
    await result.catch(() => undefined);
  });
  const inject = ({ signal }: InjectRequest): typeof result => {
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    return result;
  };
  return { injector: { inject }, read: (await reading).read };
}

/** What reads the texts of an injection on this thread. */
async function loadReading(
  context: CliContext,
): Promise<{ readonly work: TextWork; readonly read: ReadText }> {
  const [{ createSourceShelf }, { createTextWork }] = await Promise.all([
    import('../domain/yaml/shelf.ts'),
    import('../host/inject/text-work.ts'),
  ]);
  const shelf = createSourceShelf();
  // The lab looks into none of the injection files but the mesh configuration.
  return { work: { ...createTextWork(shelf, context.compute), ahead: async () => null }, read: shelf.read };
}

/** Who holds the port is told with what to write on the command line. */
function withPortOption(error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.code !== 'address-in-use') return error;
  const { freePort } = error.failure;
  const port = freePort === undefined ? 'NUMBER' : String(freePort);
  return new FailureError({
    ...error.failure,
    hint: `End that program, or run it again with another port, --admin-port ${port}: it goes on where it is.`,
  });
}

async function checkIt(context: CliContext, shown: string, options: CheckOptions): Promise<number> {
  if (options.json) context.quiet();
  const { checkBootstrapLab } = await import('../host/lab/check-bootstrap-lab.ts');
  const { createInlineLabReader } = await import('../host/lab/lab-reader.ts');
  const mesh = options.mesh === undefined ? {} : { mesh: await readInputFile(context, options.mesh) };
  const report = await checkBootstrapLab(
    {
      toolchain: context.toolchain(),
      reader: createInlineLabReader(context.compute),
      doing: context.doing,
    },
    {
      place: labPlace(context, 'bootstrap', shown),
      start: startOf(options),
      askEnvoy: options.envoy,
      signal: context.signal,
      ...mesh,
      ...(options.workload === undefined ? {} : { workload: options.workload }),
    },
  );
  return tellReport(context, report, options.json);
}
