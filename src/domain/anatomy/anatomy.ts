import { type Bootstrap, buildBootstrap } from '../bootstrap/build.ts';
import { readProxy } from '../bootstrap/proxy.ts';
import { type StartChoice, startValues } from '../bootstrap/start-values.ts';
import { bootstrapFileName } from '../bootstrap/text.ts';
import { readYaml, type SourceDocument, type SourceFile } from '../yaml/document.ts';
import type { ReadText } from '../yaml/shelf.ts';
import { bootstrapParts } from './bootstrap-parts.ts';
import { createBuilder } from './builder.ts';
import { lastLinks } from './last-links.ts';
import type { BootstrapVariant, Note, StartValues, WorkloadAnatomy, WorkloadSummary } from './model.ts';
import { nodeParts } from './node-parts.ts';
import { enforcingNamespaces } from './notes/namespaces.ts';
import { workloadNotes } from './notes/notes.ts';
import { downwardLinks, startOrderLinks } from './pod-links.ts';
import { podParts } from './pod-parts.ts';
import type { ProxyContext } from './proxy-context.ts';
import { summarize } from './sidecar.ts';
import { templateParts } from './template-lines.ts';
import { wayOutParts } from './way-out-parts.ts';
import { findWorkloads, pairWorkloads, type WorkloadPair } from './workloads.ts';

/** A text and the name people know it by; structurally the contract's `NamedText`. */
export interface AnatomyText {
  readonly name: string;
  readonly text: string;
}

export interface AnatomyInput {
  /** The user's input; null when it was already injected and nothing older is known. */
  readonly original: AnatomyText | null;
  readonly injected: AnatomyText;
  readonly injectConfig: AnatomyText | null;
  readonly meshConfig: AnatomyText | null;
  readonly values: AnatomyText | null;
}

export interface AnatomyChoice {
  readonly variant: BootstrapVariant;
  /** What only a cluster knows; what is left out gets a stand-in (see `startValues`). */
  readonly start: StartChoice;
}

export interface ReadAnatomy {
  readonly summaries: readonly WorkloadSummary[];
  readonly notes: readonly Note[];
  /** The name by which ranges in the bootstrap's text are told from those in the other texts. */
  readonly bootstrapFile: string;
  /** Parts and links of one workload. Throws RangeError for an index that is not in `summaries`. */
  workload(index: number, choice: AnatomyChoice): WorkloadAnatomy;
  /** The bootstrap of one workload; null when it has no sidecar. Throws InputFault for a bad start value or address. */
  bootstrap(index: number, choice: AnatomyChoice): Bootstrap | null;
  /** The start values in force: those chosen, else those of the manifest, else stand-ins. */
  start(index: number, choice: StartChoice): StartValues;
}

/** Reads the texts once (`read` may know them already); builds the anatomy of one workload when it is asked for. */
export function readAnatomy(input: AnatomyInput, read: ReadText = readYaml): ReadAnatomy {
  const fileOf = (text: AnatomyText | null): SourceFile | null =>
    text === null ? null : read(text.name, text.text);
  const original = fileOf(input.original);
  const pairs = pairWorkloads(
    findWorkloads(read(input.injected.name, input.injected.text)),
    original === null ? null : findWorkloads(original),
  );
  const summaries = pairs.map(summarize);
  const mesh = fileOf(input.meshConfig)?.documents[0] ?? null;
  const values = fileOf(input.values)?.documents[0] ?? null;
  let configFile: SourceFile | null | undefined;
  const config = (): SourceFile | null => {
    // Large, and needed for the first anatomy only, not for a list of workloads.
    if (configFile === undefined) configFile = fileOf(input.injectConfig);
    return configFile;
  };
  const pairAt = (index: number): WorkloadPair => {
    const pair = pairs[index];
    if (pair === undefined) throw new RangeError(`no workload ${index}: there are ${pairs.length}`);
    return pair;
  };
  const enforcing = enforcingNamespaces(original);
  const texts = [input.original, input.injected, input.injectConfig, input.meshConfig, input.values];
  const bootstrapFile = bootstrapFileName(texts.flatMap((text) => text?.name ?? []));
  return {
    summaries,
    bootstrapFile,
    notes: [
      ...nothingFound(input, pairs),
      ...pairs.flatMap((pair, workload) => {
        const summary = summarize(pair);
        const proxy = summary.injected
          ? readProxy(pair.injected, mesh, startValues(pair.injected, {}), false)
          : null;
        return workloadNotes({ pair, summary, workload, proxy, enforcing, mesh, values });
      }),
    ],
    workload: (index, choice) => build(pairAt(index), { mesh, values }, config(), bootstrapFile, choice),
    bootstrap: (index, choice) => bootstrapOf(pairAt(index), mesh, bootstrapFile, choice)?.bootstrap ?? null,
    start: (index, choice) => startValues(pairAt(index).injected, choice),
  };
}

/** Of an input that is to be injected, the injection tells what was found instead. */
function nothingFound({ original, injected }: AnatomyInput, pairs: readonly WorkloadPair[]): readonly Note[] {
  if (original !== null || pairs.length > 0) return [];
  const message = `${injected.name} holds no workload (Deployment, Pod …): there is nothing to take apart.`;
  return [{ code: 'no-workload', severity: 'warning', message, source: null }];
}

interface SettingFiles {
  readonly mesh: SourceDocument | null;
  readonly values: SourceDocument | null;
}

function build(
  pair: WorkloadPair,
  { mesh, values }: SettingFiles,
  config: SourceFile | null,
  file: string,
  choice: AnatomyChoice,
): WorkloadAnatomy {
  const builder = createBuilder();
  const containers = podParts(pair, builder);
  startOrderLinks(containers, builder);
  downwardLinks(pair.injected, builder);
  const made = bootstrapOf(pair, mesh, file, choice);
  if (made !== null) {
    const context: ProxyContext = { builder, variant: choice.variant, mesh, ...made };
    bootstrapParts(context);
    nodeParts(context);
    wayOutParts(context);
    if (config !== null) templateParts(config, pair.injected, builder, { mesh, values });
  }
  lastLinks(builder);
  return { ...summarize(pair), parts: builder.parts(), links: builder.links() };
}

function bootstrapOf(
  pair: WorkloadPair,
  mesh: SourceDocument | null,
  file: string,
  choice: AnatomyChoice,
): Pick<ProxyContext, 'proxy' | 'bootstrap'> | null {
  if (summarize(pair).sidecar === 'none') return null;
  const start = startValues(pair.injected, choice.start);
  const byHand = readProxy(pair.injected, mesh, start, true);
  const byAgent = readProxy(pair.injected, mesh, start, false);
  if (byHand === null || byAgent === null) return null;
  const bootstrap = buildBootstrap(byHand, byAgent, {
    variant: choice.variant,
    file,
  });
  return { proxy: choice.variant === 'sidecar' ? byAgent : byHand, bootstrap };
}
