import type {
  CommandRun,
  EnvoyEnded,
  EnvoyRun,
  EnvoySnapshot,
  Note,
  ToolInfo,
  ValidateResult,
} from '../../contract/types.ts';
import type { BootstrapVariant } from '../../domain/anatomy/model.ts';
import { lookDelta } from '../../domain/recording/delta.ts';
import type { Happening, Look } from '../../domain/recording/model.ts';
import type { RunRecord } from '../envoy/run-record.ts';
import type { StudyTexts } from '../study/reader.ts';
import type { Recorder } from './recorder.ts';

/** Which bootstrap something is of. */
export interface BootstrapOf {
  readonly workload: number;
  readonly variant: BootstrapVariant;
  readonly edited: boolean;
}

/** What was opened, with what was run for it. */
export interface OpenedStudy {
  readonly name: string;
  readonly native: boolean;
  readonly texts: StudyTexts;
  readonly notes: readonly Note[];
  readonly commands: readonly CommandRun[];
  readonly tools: readonly ToolInfo[];
}

/** A recorder that is told what the app does in the app's own words. */
export interface Reel {
  opened(study: OpenedStudy): void;
  validated(of: BootstrapOf, yaml: string, result: ValidateResult): void;
  /** `ago`: how many milliseconds ago Envoy was started. What it shows from now on is kept by `run`. */
  started(of: BootstrapOf, words: string, yaml: string, run: EnvoyRun, ago: number): void;
  readonly run: Omit<RunRecord, 'keep'>;
  ended(ended: EnvoyEnded): void;
  edited(workload: number, variant: BootstrapVariant, yaml: string | null): void;
}

/** What the text of a config_dump is called. */
export const DUMP_NAME = 'config_dump.json';

const NAMES = { lab: 'bootstrap.yaml', sidecar: 'envoy-rev.yaml', typo: 'bootstrap-typo.yaml' } as const;

function lookOf(snapshot: EnvoySnapshot): Look {
  const { ready, connectedState, rung, steps, server, node, counts, dumpProblem = null } = snapshot;
  return { ready, connectedState, rung, steps, server, node, counts, dumpProblem };
}

export function createReel(recorder: Recorder): Reel {
  let before: Look | null = null;
  let running = false;
  let tools = '';

  function bootstrapText({ variant, edited }: BootstrapOf, yaml: string): number {
    return recorder.text(NAMES[variant], yaml, edited ? 'file' : 'said');
  }
  return {
    opened(study) {
      const known = JSON.stringify(study.tools);
      if (known !== tools) recorder.add({ is: 'tools', tools: study.tools });
      tools = known;
      const texts: Record<string, number> = {};
      for (const [role, text] of Object.entries(study.texts))
        if (isNamedText(text)) texts[role] = recorder.text(text.name, text.text, 'file');
      const { name, native, notes, commands } = study;
      recorder.add({ is: 'opened', name, native, texts, notes, commands });
    },
    validated(of, yaml, { exitCode, output, command, explanation }) {
      const told = explanation === undefined ? {} : { explanation };
      const text = bootstrapText(of, yaml);
      recorder.add({ is: 'validated', ...of, text, exitCode, output, command, ...told });
    },
    started(of, words, yaml, run, ago) {
      before = null;
      running = true;
      const text = bootstrapText(of, yaml);
      const began = recorder.elapsed() - Math.round(ago);
      const { pid, adminAddress: admin, command } = run;
      recorder.add({ is: 'started', ...of, text, words, began, pid, admin, command });
    },
    run: {
      poll(snapshot) {
        if (!running) return;
        const look = lookOf(snapshot);
        recorder.add({ is: 'poll', ...lookDelta(before, look) } as Happening);
        before = look;
      },
      dump(kept) {
        if (!running) return;
        if ('problem' in kept) return recorder.add({ is: 'dump', problem: kept.problem });
        recorder.add({ is: 'dump', text: recorder.masked(DUMP_NAME, kept.text, kept.secrets) });
      },
      wrote(text) {
        if (running) recorder.wrote(text);
      },
    },
    ended({ by, exitCode, signal, reason, explanation }) {
      if (!running) return;
      running = false;
      const told = explanation === undefined ? {} : { explanation };
      recorder.add({ is: 'ended', by, exitCode, signal, reason, ...told });
    },
    edited(workload, variant, yaml) {
      const text = yaml === null ? null : recorder.text(NAMES[variant], yaml, 'file');
      recorder.add({ is: 'edited', workload, variant, text });
    },
  };
}

function isNamedText(value: unknown): value is { readonly name: string; readonly text: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value;
}
