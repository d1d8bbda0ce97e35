import type { CommandRun } from '../../contract/types.ts';
import type { StartChoice } from '../../domain/bootstrap/start-values.ts';
import { gradeBootstrapLab } from '../../domain/lab/bootstrap/grade.ts';
import { nodeFileText, outputText, readyText, valuesText } from '../../domain/lab/bootstrap/write.ts';
import type { LabFiles } from '../../domain/lab/model.ts';
import type { ReadText } from '../../domain/yaml/shelf.ts';
import type { EnvoyStage } from '../envoy/observe.ts';
import type { InjectionFile, Injector } from '../inject/injector.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { createMaterials } from './bootstrap-materials.ts';
import type { LabReader } from './lab-reader.ts';
import type { LabPlace } from './read-folder.ts';
import type { LabRunRequest, MadeFile, StepWork } from './run-lab.ts';

export interface BootstrapLabParts {
  readonly toolchain: Pick<Toolchain, 'require'>;
  readonly injector: Injector;
  /** Reads a text that the injector may have read already; by default anew. */
  readonly read?: ReadText;
  /** Who reads what was injected, and grades; by default this thread. */
  readonly reader?: Pick<LabReader, 'bootstrap' | 'subject'>;
}

/** What is exported, and how. */
export interface BootstrapLabRequest extends Omit<LabPlace, 'lab'> {
  readonly input: { readonly name: string; readonly bytes: Uint8Array };
  /** As for an injection: none takes what this istioctl brings along. */
  readonly injection: readonly InjectionFile[];
  readonly native: boolean;
  /** Name, or number counted from 1; without it the first that is injected. */
  readonly workload?: string;
  readonly start: StartChoice;
  readonly force: boolean;
  readonly steps?: readonly number[];
  readonly signal: AbortSignal;
  /** Where its Envoy runs for people to see; without it, on its own. */
  readonly stage?: EnvoyStage;
}

/** The bootstrap lab as `runLab` does it: with the real istioctl and Envoy, on a bench of its own. */
export function bootstrapLab(parts: BootstrapLabParts, request: BootstrapLabRequest): LabRunRequest {
  const { folder, shown, force, steps, signal, start, workload } = request;
  const commands: { readonly command: CommandRun; readonly order: number }[] = [];
  const materials = createMaterials(parts, request, (command, order) => commands.push({ command, order }));
  const grounds = { start, ...(workload === undefined ? {} : { workload }) };
  const { reader } = parts;
  return {
    lab: 'bootstrap',
    folder,
    shown,
    works: worksOf(materials, request),
    subject: { file: 'inject.yaml', step: 1, title: async () => (await materials.subject.get()).workload },
    grade: (files) =>
      reader === undefined
        ? gradeBootstrapLab(files, { ...grounds, read: materials.read, known: materials.known() })
        : reader.bootstrap(files, grounds, signal),
    commands: () => [...commands].sort((one, other) => one.order - other.order).map(({ command }) => command),
    force,
    ...(steps === undefined ? {} : { steps }),
    signal,
    close: materials.close,
  };
}

type Materials = ReturnType<typeof createMaterials>;

function worksOf(materials: Materials, { steps, force, stage }: BootstrapLabRequest): readonly StepWork[] {
  const { injection, subject, accepted, refused, observed } = materials;
  const work = (number: number, make: (files: LabFiles) => Promise<readonly MadeFile[]>): StepWork => ({
    number,
    make: (_, files) => make(files),
  });
  /** Begins at once with what later steps need: programs that run side by side. */
  const ahead = async (files: LabFiles): Promise<void> => {
    const isNeeded = (number: number, path: string): boolean =>
      (steps?.includes(number) ?? true) && (force || files.get(path)?.kind !== 'text');
    const watches = isNeeded(6, '06-node.json') || isNeeded(6, '06-ready.txt');
    // First the one that takes longest. Where people watch, it starts with its step.
    if (watches && stage === undefined) observed.begin();
    if (isNeeded(4, '04-validate.txt')) accepted.begin();
    if (isNeeded(5, '05-typo.txt')) refused.begin();
    if (watches && stage !== undefined) await materials.mustBeFree();
  };
  return [
    work(1, async (files) => {
      const { injected } = await injection.get();
      const { facts } = await subject.get();
      await ahead(files);
      return [
        { path: 'inject.yaml', text: injected.text },
        { path: '01-args.txt', text: valuesText(facts.args) },
      ];
    }),
    work(2, async () => [{ path: '02-env.txt', text: valuesText((await subject.get()).facts.env) }]),
    work(3, async () => {
      const { meshConfig, meshLines } = await subject.get();
      return [
        { path: 'mesh-config.yaml', text: meshConfig },
        { path: '03-mesh.txt', text: meshLines },
      ];
    }),
    work(4, async () => {
      // A port that another program holds is told before it stands in a file.
      await materials.hasPort();
      return [
        { path: 'bootstrap.yaml', text: (await subject.get()).texts.lab },
        { path: '04-validate.txt', varies: true, text: async () => verdictText(await accepted.get()) },
      ];
    }),
    work(5, async () => [
      { path: 'boot-typo.yaml', text: (await subject.get()).texts.typo },
      { path: '05-typo.txt', varies: true, text: async () => verdictText(await refused.get()) },
    ]),
    work(6, async () => [
      {
        path: '06-node.json',
        varies: true,
        text: async () => nodeFileText((await materials.watched()).node),
      },
      {
        path: '06-ready.txt',
        varies: true,
        text: async () => {
          const { ready, connectedState } = await materials.watched();
          return readyText({ ...ready, connectedState });
        },
      },
    ]),
    work(7, async () => {
      materials.leave();
      return [{ path: '07-identity.txt', text: valuesText((await subject.get()).facts.identity) }];
    }),
    work(8, async (files) => [{ path: '08-report.md', varies: true, text: () => materials.report(files) }]),
  ];
}

function verdictText({
  output,
  exitCode,
}: {
  readonly output: string;
  readonly exitCode: number | null;
}): string {
  return outputText(output, exitCode ?? 1);
}
