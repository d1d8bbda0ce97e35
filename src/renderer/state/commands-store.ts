import { createStore } from 'zustand/vanilla';
import type { CommandRun } from '../../contract/types.ts';

/** A command, and for which bootstrap it was run: its line names a file alone. */
export interface ToldCommand extends CommandRun {
  /** `payments, lab`; absent where the line itself says it. */
  readonly of?: string;
  /** The run of an Envoy that it started; absent where it is over when it is told. */
  readonly runId?: string;
}

export interface CommandsState {
  /** In the order in which they were run; the study's own come first. */
  readonly commands: readonly ToldCommand[];
  replace(commands: readonly ToldCommand[]): void;
  add(command: ToldCommand): void;
  /** A command that was still running is over: with which code or signal, after how many milliseconds. */
  finish(
    runId: string,
    end: { readonly exitCode: number | null; readonly signal: string | null; readonly t: number },
  ): void;
}

const MOST = 200;

export function createCommandsStore() {
  return createStore<CommandsState>((set) => ({
    commands: [],
    replace: (commands) => set({ commands: commands.slice(-MOST) }),
    add: (command) => set((state) => ({ commands: [...state.commands, command].slice(-MOST) })),
    finish: (runId, end) =>
      set((state) => ({
        commands: state.commands.map((known) =>
          known.runId === runId ? { ...known, exitCode: end.exitCode, signal: end.signal, ms: end.t } : known,
        ),
      })),
  }));
}
