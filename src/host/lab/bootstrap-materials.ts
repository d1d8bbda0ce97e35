import { setTimeout as pause } from 'node:timers/promises';
import { inputFailure } from '../../contract/failure.ts';
import type { CommandRun, ValidateResult } from '../../contract/types.ts';
import { proxyContainer } from '../../domain/anatomy/sidecar.ts';
import { findWorkloads, type WorkloadPlace } from '../../domain/anatomy/workloads.ts';
import { TYPO_CLUSTER } from '../../domain/bootstrap/lab.ts';
import type { ProxyInput } from '../../domain/bootstrap/proxy.ts';
import { startValues } from '../../domain/bootstrap/start-values.ts';
import { readBootEnd } from '../../domain/envoy/boot-log.ts';
import { readBootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import { labProxy } from '../../domain/lab/bootstrap/expected.ts';
import { readWorkloadFacts, type WorkloadFacts } from '../../domain/lab/bootstrap/facts.ts';
import { textOf } from '../../domain/lab/bootstrap/findings.ts';
import { singleValue } from '../../domain/lab/bootstrap/key-values.ts';
import { type MeshFacts, readMesh } from '../../domain/lab/bootstrap/mesh.ts';
import { lastCode } from '../../domain/lab/bootstrap/step-bootstrap.ts';
import { nameOf } from '../../domain/lab/bootstrap/subject.ts';
import {
  type BootstrapTexts,
  bootstrapTexts,
  meshText,
  type ReadySeen,
  reportFileText,
} from '../../domain/lab/bootstrap/write.ts';
import type { LabFiles } from '../../domain/lab/model.ts';
import { readYaml } from '../../domain/yaml/document.ts';
import type { ReadText } from '../../domain/yaml/shelf.ts';
import { type Observed, observeEnvoy } from '../envoy/observe.ts';
import { validateBootstrap } from '../envoy/validate.ts';
import { withFailures } from '../failures.ts';
import type { BootstrapLabParts, BootstrapLabRequest } from './bootstrap-lab.ts';
import { lazy } from './lazy.ts';

/** What came of the injection, and what the lab reads and writes out of it. */
export interface LabSubject {
  /** As istioctl wrote it. */
  readonly injected: string;
  readonly place: WorkloadPlace;
  readonly facts: WorkloadFacts;
  /** `mesh-config.yaml`. */
  readonly meshConfig: string;
  readonly mesh: MeshFacts;
  /** `03-mesh.txt`. */
  readonly meshLines: string;
  readonly proxy: ProxyInput;
  /** Where a real proxy of this workload would go, when that is not the mesh's own address. */
  readonly ownAddress: string | null;
  readonly texts: BootstrapTexts;
}

/** For how long an Envoy on the stage is to be seen at least, in milliseconds: its ladder takes some looks. */
const WATCH_MS = 2_500;

/** Runs of the real programs for one export; each is made once, when it is first needed. `ran` hears of every command. */
export function createMaterials(
  parts: BootstrapLabParts,
  request: BootstrapLabRequest,
  ran: (command: CommandRun) => void,
) {
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  request.signal.addEventListener('abort', stop, { once: true });
  if (request.signal.aborted) stop();
  const { signal } = ending;

  const readText = parts.read ?? readYaml;
  let injected: { readonly name: string; readonly text: string } | null = null;
  /** What istioctl wrote bears another name as a file of the folder, and is the text that was read already. */
  const read: ReadText = (name, text) =>
    injected?.text === text ? readText(injected.name, text) : readText(name, text);

  const subject = lazy(async (): Promise<LabSubject> => {
    const { input, injection, native } = request;
    const result = await parts.injector.inject({ ...input, injection, native, signal });
    for (const command of result.commands) ran(command);
    injected = result.injected;
    return withFailures(() => readSubject(result, request, read));
  });
  const validate = (kind: 'lab' | 'typo', name: string) =>
    lazy(async (): Promise<ValidateResult> => {
      const program = await parts.toolchain.require('envoy');
      const yaml = (await subject.get()).texts[kind];
      const result = await validateBootstrap({ program, yaml, name, signal });
      ran(result.command);
      return result;
    });
  const accepted = validate('lab', 'bootstrap.yaml');
  const refused = validate('typo', 'boot-typo.yaml');
  const { stage } = request;
  let seenAt = 0;
  let leave = (): void => undefined;
  const left = new Promise<void>((done) => {
    leave = done;
  });
  const observed = lazy(async (): Promise<Observed> => {
    const program = await parts.toolchain.require('envoy');
    const { lab, value } = (await subject.get()).texts;
    const facts = readBootstrapFacts(value);
    const onStage = stage === undefined ? {} : { stage: { on: stage, until: left } };
    const seen = await observeEnvoy({ program, yaml: lab, facts, signal, ...onStage });
    seenAt = performance.now();
    // What hindered its end is told by whoever waits for that.
    seen.over.then(ran, () => undefined);
    return seen;
  });

  /** The report's values come from the files of the steps before, as a person would copy them. */
  const report = async (files: LabFiles): Promise<string> => {
    const made = await subject.get();
    const typo = typoIn(textOf(files, '05-typo.txt')) ?? typoOf(await refused.get());
    const ready = readyIn(textOf(files, '06-ready.txt')) ?? readyOf(await observed.get());
    const openedPort = (await observed.begun())?.port ?? null;
    return reportFileText({ ...made, typo, ready, openedPort });
  };

  return {
    subject,
    accepted,
    refused,
    observed,
    /** What was seen of the running Envoy; on a stage, not before there was time to see it there. */
    watched: async (): Promise<Observed> => {
      const seen = await observed.get();
      const rest = stage === undefined ? 0 : seenAt + WATCH_MS - performance.now();
      if (rest > 0) await pause(rest, undefined, { signal });
      return seen;
    },
    /** Nobody needs the running Envoy any more. */
    leave,
    report,
    read,
    /** What of the bootstraps need not be read again, where they were written here. */
    known: async () => {
      const texts = (await subject.begun())?.texts;
      return texts === undefined ? {} : { known: texts.known };
    },
    /** Ends what still runs; resolves when nothing of it is left. */
    close: async (): Promise<void> => {
      request.signal.removeEventListener('abort', stop);
      const running = [subject, accepted, refused, observed].map((one) => one.begun());
      ending.abort();
      await Promise.allSettled(running);
      await observed.begun()?.then(
        ({ over }) => over,
        () => undefined,
      );
    },
  };
}

function readSubject(
  result: {
    readonly injected: { readonly name: string; readonly text: string };
    readonly meshConfig: { readonly name: string; readonly text: string };
  },
  { workload, start: choice }: BootstrapLabRequest,
  read: ReadText,
): LabSubject {
  const places = findWorkloads(read(result.injected.name, result.injected.text));
  const place = chooseInjected(places, workload);
  const facts = readWorkloadFacts(place);
  const mesh = readMesh(result.meshConfig);
  const start = startValues(place, choice);
  const proxy = labProxy(place, mesh.document, start, mesh.discoveryAddress);
  const own = labProxy(place, mesh.document, start, null)?.discoveryAddress ?? null;
  if (facts === null || proxy === null) throw notInjected(place);
  return {
    injected: result.injected.text,
    place,
    facts,
    meshConfig: withLineEnd(result.meshConfig.text),
    mesh,
    meshLines: meshText(mesh, facts),
    proxy,
    ownAddress: own === mesh.discoveryAddress ? null : own,
    texts: bootstrapTexts(proxy),
  };
}

/** A text that stood in a ConfigMap may end without one. */
const withLineEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

function chooseInjected(places: readonly WorkloadPlace[], wish: string | undefined): WorkloadPlace {
  const number = wish !== undefined && /^\d+$/.test(wish) ? Number(wish) - 1 : -1;
  const chosen =
    wish === undefined
      ? (places.find((place) => proxyContainer(place) !== null) ?? places[0])
      : (places.find(({ name }) => name === wish) ?? places[number]);
  if (chosen === undefined)
    throw inputFailure(
      'no-workload',
      wish === undefined ? 'The file holds no workload.' : `There is no workload ${wish}.`,
      places.length === 0
        ? 'Name a file with a Deployment, Pod …'
        : `There are: ${places.map((place, index) => `${index + 1} ${nameOf(place)}`).join(', ')}.`,
    );
  if (proxyContainer(chosen) === null) throw notInjected(chosen);
  return chosen;
}

function notInjected(place: WorkloadPlace) {
  return inputFailure(
    'no-sidecar',
    `${nameOf(place)} has no sidecar, so there is nothing to do the lab with.`,
    'sidecar-anatomy inject says why it was not injected; --workload names another.',
  );
}

type Typo = { readonly exitCode: number; readonly reason: string | null };

function typoIn(text: string | null): Typo | null {
  if (text === null) return null;
  const { code } = lastCode('05-typo.txt', text);
  return code === null ? null : { exitCode: code, reason: refusalIn(text) };
}

function typoOf({ exitCode, output }: ValidateResult): Typo {
  return { exitCode: exitCode ?? 1, reason: refusalIn(output) };
}

/** Envoy's own words in what it wrote, or in `05-typo.txt`, whose last line is ours. */
function refusalIn(output: string): string | null {
  const { reason } = readBootEnd(output.replace(/^rc=\d+\s*$/m, ''));
  return reason.includes(TYPO_CLUSTER) ? reason : null;
}

function readyIn(text: string | null): ReadySeen | null {
  const code = Number(singleValue(text, 'ready_code') ?? Number.NaN);
  const body = singleValue(text, 'ready_body');
  const connectedState = Number(singleValue(text, 'connected_state') ?? Number.NaN);
  if (body === null || Number.isNaN(code) || Number.isNaN(connectedState)) return null;
  return { code, body, connectedState };
}

function readyOf({ ready, connectedState }: Observed): ReadySeen {
  return { ...ready, connectedState };
}
