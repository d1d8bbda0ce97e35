import { setTimeout as pause } from 'node:timers/promises';
import { FailureError } from '../../contract/failure.ts';
import type { CommandRun, NamedText, ValidateResult } from '../../contract/types.ts';
import { TYPO_CLUSTER } from '../../domain/bootstrap/lab.ts';
import { readBootEnd } from '../../domain/envoy/boot-log.ts';
import { readBootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import { lastCode } from '../../domain/lab/bootstrap/envoy-words.ts';
import { textOf } from '../../domain/lab/bootstrap/findings.ts';
import { singleValue } from '../../domain/lab/bootstrap/key-values.ts';
import type { KnownBootstraps } from '../../domain/lab/bootstrap/step-bootstrap.ts';
import { type ReadySeen, reportFileText } from '../../domain/lab/bootstrap/write.ts';
import type { LabFiles } from '../../domain/lab/model.ts';
import { readYaml } from '../../domain/yaml/document.ts';
import type { ReadText } from '../../domain/yaml/shelf.ts';
import { type Observed, observeEnvoy } from '../envoy/observe.ts';
import { refuseHeldPort } from '../envoy/start-envoy.ts';
import { validateBootstrap } from '../envoy/validate.ts';
import { withFailures } from '../failures.ts';
import { lazy } from '../lazy.ts';
import type { BootstrapLabParts, BootstrapLabRequest } from './bootstrap-lab.ts';
import { type LabSubject, readLabSubject } from './lab-subject.ts';

/** For how long an Envoy on the stage is to be seen at least, in milliseconds: its ladder takes some looks. */
const WATCH_MS = 2_500;

/**
 * Runs of the real programs for one export; each is made once, when it is first needed. `ran` hears of every
 * command, with a number that grows in the order of the lab, whichever of those that run side by side ends first.
 */
export function createMaterials(
  parts: BootstrapLabParts,
  request: BootstrapLabRequest,
  ran: (command: CommandRun, order: number) => void,
) {
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  request.signal.addEventListener('abort', stop, { once: true });
  if (request.signal.aborted) stop();
  const { signal } = ending;

  const readText = parts.read ?? readYaml;
  let injected: NamedText | null = null;
  /** What of the bootstraps need not be read again, where they were written on this thread. */
  let known: KnownBootstraps = new Map();
  /** What istioctl wrote bears another name as a file of the folder, and is the text that was read already. */
  const read: ReadText = (name, text) =>
    injected?.text === text ? readText(injected.name, text) : readText(name, text);

  const injection = lazy(async () => {
    const { input, injection: files, native } = request;
    const result = await parts.injector.inject({ ...input, injection: files, native, signal });
    for (const command of result.commands) ran(command, 0);
    injected = result.injected;
    return result;
  });
  const subject = lazy(async (): Promise<LabSubject> => {
    const { meshConfig, injected: text } = await injection.get();
    const { workload, start } = request;
    const ask = { injected: text, meshConfig, start, ...(workload === undefined ? {} : { workload }) };
    if (parts.reader !== undefined) return parts.reader.subject(ask, signal);
    const made = withFailures(() => readLabSubject(ask, read));
    known = made.known;
    return made.subject;
  });
  const validate = (kind: 'lab' | 'typo', name: string, order: number) =>
    lazy(async (): Promise<ValidateResult> => {
      const program = await parts.toolchain.require('envoy');
      const yaml = (await subject.get()).texts[kind];
      const result = await validateBootstrap({ program, yaml, name, signal });
      ran(result.command, order);
      return result;
    });
  const accepted = validate('lab', 'bootstrap.yaml', 1);
  const refused = validate('typo', 'boot-typo.yaml', 2);
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
    seen.over.then(
      (command) => ran(command, 3),
      () => undefined,
    );
    return seen;
  });

  /** The report's values come from the files of the steps before, as a person would copy them. */
  const report = async (files: LabFiles): Promise<string> => {
    const made = await subject.get();
    const typo = typoIn(textOf(files, '05-typo.txt')) ?? typoOf(await refused.get());
    const ready = readyIn(textOf(files, '06-ready.txt')) ?? readyOf(await observed.get());
    const openedPort = (await observed.begun())?.port ?? null;
    const start = {
      ...made.start,
      adminPort: portIn(textOf(files, 'bootstrap.yaml'), read) ?? made.start.adminPort,
    };
    return reportFileText({ ...made, start, typo, ready, openedPort });
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
    /** @throws FailureError `address-in-use` where somebody holds the port that Envoy is to have */
    mustBeFree: async (): Promise<void> =>
      refuseHeldPort(readBootstrapFacts((await subject.get()).texts.value)),
    /**
     * Waits until an Envoy that was begun has its admin port; what else may have gone wrong with it is step 6's.
     * @throws FailureError `address-in-use`
     */
    hasPort: async (): Promise<void> => {
      await observed.begun()?.catch((error: unknown) => {
        if (error instanceof FailureError && error.failure.code === 'address-in-use') throw error;
      });
    },
    /** Nobody needs the running Envoy any more. */
    leave,
    report,
    read,
    injection,
    known: () => known,
    /** Ends what still runs; resolves when nothing of it is left. */
    close: async (): Promise<void> => {
      request.signal.removeEventListener('abort', stop);
      const running = [injection, subject, accepted, refused, observed].map((one) => one.begun());
      ending.abort();
      await Promise.allSettled(running);
      await observed.begun()?.then(
        ({ over }) => over,
        () => undefined,
      );
    },
  };
}

/** The admin port that a bootstrap names: a report is about the one in its folder, whatever was asked for. */
function portIn(text: string | null, read: ReadText): number | null {
  if (text === null) return null;
  try {
    const { admin } = readBootstrapFacts(read('bootstrap.yaml', text).documents[0]?.value);
    return admin.kind === 'tcp' ? admin.port : null;
  } catch {
    // Not readable: the grader says so.
    return null;
  }
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
