import { relative, resolve, sep } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { usageFailure } from '../contract/failure.ts';
import { LAB_NAMES } from '../domain/lab/install/model.ts';
import { INSTALL_PATHS } from '../domain/lab/install/paths.ts';
import { isNamespaceName, NAMESPACE_RULE } from '../domain/namespace-name.ts';
import { labPaths } from '../host/lab/read-folder.ts';
import { addClusterOptions, type ClusterOptions, chooseCluster } from './cluster-options.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { readInputFile } from './input-file.ts';
import { addExportOptions, exportLab, labPlace, stepNumbers, tellReport } from './lab-output.ts';
import { outName } from './output-file.ts';
import { samplePath } from './sample-file.ts';
import { collectSet } from './set-option.ts';

interface PlaceOptions extends ClusterOptions {
  readonly namespace?: string;
  readonly controlNamespace?: string;
  readonly workload?: string;
}

interface ExportOptions extends PlaceOptions {
  readonly out: string;
  readonly manifest?: string;
  readonly profile?: string;
  readonly set: readonly string[];
  readonly native: boolean;
  readonly steps?: string;
  readonly force: boolean;
  readonly json: boolean;
}

interface CheckOptions extends PlaceOptions {
  readonly json: boolean;
}

const EXPORT_HELP = `
Writes manifest.yaml, injected.yaml, out/version.txt, precheck.txt, manifest-kinds.txt, injection-note.txt, analyze.txt,
analyze-note.txt, sidecar.json, mesh-readiness.json and validate.txt. Every value is counted in, or read out of, what a run of
istioctl gave; kube-inject gets its three texts out of that manifest.
With --kubeconfig version, precheck, analyze, CRDs and namespaces are the cluster's, which is read and never changed. Without
one nothing is asked of any cluster: what can be done with files is done (namespaces.yaml is written for them), and each file
says what was not done and why.
A file that is there and right stays as it is. One that this app wrote there and nobody touched since is made anew where the
export differs, or the cluster says something else by now; a person's file is never replaced without --force.
Exit code: 0 when nothing of the steps is wrong or missing, 1 when something is or a program said no, 2 for a wrong call.
${examples(
  'sidecar-anatomy lab install --out istio',
  'sidecar-anatomy lab install orders.yaml --out istio --set meshConfig.trustDomain=shop.example',
  'sidecar-anatomy lab install --out istio --kubeconfig lab.kubeconfig',
)}`;

const CHECK_HELP = `
Every value is counted or read again out of the folder's own manifest.yaml and injected.yaml. What the lab wants in a cluster is
looked up in the one after --kubeconfig; without one in manifest.yaml and, where it is there, namespaces.yaml (Namespaces as
kubectl get namespaces -o yaml prints them). What could then not be looked at is “unproved”. Nothing is written into the folder.
Other namespaces than mesh-lab and legacy count where an option names them, or a line of injection-note.txt in exactly this form:
Namespaces of this lab: mesh-lab (with istio-injection=enabled), legacy (without).
Exit code: 0 when every step passes, 1 when one does not, 2 for a wrong call.
${examples('sidecar-anatomy lab check install istio', 'sidecar-anatomy lab check install istio --kubeconfig lab.kubeconfig --json')}`;

/** `lab install [FILE] --out DIR` and `lab check install DIR`. */
export function addInstallLab(lab: Command, check: Command, context: CliContext): void {
  const make = lab
    .command('install')
    .description('do the install lab with the real istioctl, and write its files')
    .argument('[file]', 'workloads that kube-inject takes; without it the sample payments')
    .requiredOption('--out <folder>', 'where the files go; made where it is not there', outName)
    .option('--manifest <file>', 'the install manifest, in place of a generated one')
    .option('--profile <name>', 'profile to generate the manifest with, in place of the default one')
    .option(
      '--set <key=value>',
      'setting to generate it with, as istioctl takes it; may be repeated',
      collectSet,
      [],
    )
    .option('--native', 'native sidecars wherever the workload does not say otherwise', false);
  addExportOptions(addPlaceOptions(make))
    .addHelpText('after', EXPORT_HELP)
    .action(
      context.action((file: string | undefined, options: ExportOptions) => exportIt(context, file, options)),
    );
  const grade = check
    .command('install')
    .description('grade a folder of the install lab')
    .argument('<folder>', 'the folder with the files of the lab');
  addPlaceOptions(grade)
    .option('--json', 'the report as JSON', false)
    .addHelpText('after', CHECK_HELP)
    .action(context.action((folder: string, options: CheckOptions) => checkIt(context, folder, options)));
}

function addPlaceOptions(command: Command): Command {
  return addClusterOptions(command)
    .option('--namespace <name>', `the namespace that is labelled (${LAB_NAMES.namespace})`, namespaceName)
    .option('--control-namespace <name>', `the one that is not (${LAB_NAMES.control})`, namespaceName)
    .option('--workload <name or number>', 'which workload of a file with several, counted from 1');
}

function namespaceName(text: string): string {
  if (!isNamespaceName(text)) throw new InvalidArgumentError(NAMESPACE_RULE);
  return text;
}

function chosenNames({ namespace, controlNamespace }: PlaceOptions) {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(controlNamespace === undefined ? {} : { control: controlNamespace }),
  };
}

const ofWorkload = ({ workload }: PlaceOptions) => (workload === undefined ? {} : { workload });

async function exportIt(
  context: CliContext,
  file: string | undefined,
  options: ExportOptions,
): Promise<number> {
  if (options.json) context.quiet();
  const names = { ...LAB_NAMES, ...chosenNames(options) };
  refuseContradictions(file, options, names);
  const place = labPlace(context, 'install', options.out);
  const steps = options.steps === undefined ? {} : { steps: stepNumbers('install', options.steps) };
  refuseInput(context, place.folder, file);
  // The folder's own manifest is written back as it is.
  refuseInput(context, place.folder, options.manifest, INSTALL_PATHS.manifest);
  const { createSourceShelf } = await import('../domain/yaml/shelf.ts');
  const { createInjector } = await import('../host/inject/injector.ts');
  const { createTextWork } = await import('../host/inject/text-work.ts');
  const { createInstallLab } = await import('../host/lab/install-lab.ts');
  const { createInlineLabReader } = await import('../host/lab/lab-reader.ts');
  const cluster = await chooseCluster(context, options);
  const input = await readInputFile(context, file ?? samplePath());
  const manifest =
    options.manifest === undefined
      ? { profile: options.profile ?? null, sets: options.set }
      : await readInputFile(context, options.manifest);
  const toolchain = context.toolchain();
  const texts = createTextWork(createSourceShelf(), context.compute);
  const injector = createInjector({ toolchain, texts });
  const lab = { input, manifest, native: options.native, cluster, names, ...steps, ...ofWorkload(options) };
  const install = createInstallLab(
    { toolchain, injector, texts },
    lab,
    context.signal,
    createInlineLabReader(context.compute),
  );
  if (cluster.kubeconfig === null && !options.json) context.err(`${cluster.words}\n`);
  return exportLab(context, { ...place, ...install, force: options.force, ...steps }, options.json);
}

function refuseContradictions(
  file: string | undefined,
  options: ExportOptions,
  names: typeof LAB_NAMES,
): void {
  const { manifest, profile, set } = options;
  if (file === '-' && manifest === '-')
    throw usageFailure(
      'stdin-twice',
      'Standard input can be read once, and both the workload and the manifest are to come from it.',
      'Name a file for one of them.',
    );
  if (manifest !== undefined && (profile !== undefined || set.length > 0))
    throw usageFailure(
      'file-and-settings',
      `${manifest} is taken as it is, and ${profile === undefined ? '--set changes' : '--profile changes'} what is generated.`,
      'Leave out the manifest, or the settings.',
    );
  if (names.namespace === names.control)
    throw usageFailure(
      'same-namespace',
      `The namespace with the label and the one without it are both ${names.namespace}.`,
      'Give one of them another name.',
    );
}

/** With --force an export would write over it. */
function refuseInput(context: CliContext, folder: string, input: string | undefined, allowed?: string): void {
  if (input === undefined || input === '-') return;
  const inside = relative(folder, resolve(context.cwd, input)).split(sep).join('/');
  if (inside === allowed || !labPaths('install').includes(inside)) return;
  throw usageFailure(
    'out-is-input',
    `${input} is an input, and the export writes a file of that name.`,
    'Name another folder after --out, or a copy of the file.',
  );
}

async function checkIt(context: CliContext, shown: string, options: CheckOptions): Promise<number> {
  if (options.json) context.quiet();
  const { checkInstallLab } = await import('../host/lab/install-lab.ts');
  const { createInlineLabReader } = await import('../host/lab/lab-reader.ts');
  const place = labPlace(context, 'install', shown);
  const cluster = await chooseCluster(context, options);
  const report = await checkInstallLab(
    place,
    cluster,
    { names: chosenNames(options), ...ofWorkload(options) },
    context.signal,
    createInlineLabReader(context.compute),
    (what, longBytes) => {
      context.doing(what);
      if (longBytes !== undefined && !options.json)
        context.err(`reading ${Math.round(longBytes / 1e6)} MB, which takes a while\n`);
    },
  );
  context.doing(null);
  return tellReport(context, report, options.json);
}
