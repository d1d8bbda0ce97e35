import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import type { ProgramName } from '../../contract/types.ts';
import { cancelledFailure } from '../failures.ts';
import { hasTexts, isRecord } from '../files/json-shape.ts';
import { makeFoldersSync } from '../files/make-folders.ts';
import { endedHow, firstLine } from '../process/command-line.ts';
import { statOrNull } from '../process/paths.ts';
import { runProgram } from '../process/run-program.ts';
import { parseVersion, versionArguments } from './version.ts';

/** What a program answered when it was asked for its version. */
export type Probe =
  | { readonly kind: 'runs'; readonly version: string }
  | { readonly kind: 'cannot-run'; readonly failure: FailureError };

/** An answer as it is kept, by program and path. */
type Known = Readonly<
  Record<string, { readonly program: string; readonly stamp: string; readonly version: string }>
>;

function isKnown(value: unknown): value is Known {
  return (
    isRecord(value) && Object.values(value).every((entry) => hasTexts(entry, ['program', 'stamp', 'version']))
  );
}

/** A program that loads 100 MB from a cold disk answers within this. */
const VERSION_TIMEOUT_MS = 20_000;
/** A version is a line or some. */
const SHORT_ANSWER = { maxOutputBytes: 64 * 1024, maxErrorBytes: 1024 * 1024, endWhenFull: true };

/**
 * Asks programs for their versions and remembers the answers, in memory and in the cache folder, by path, size and
 * time of change: a file that was replaced is asked again. Only answers are remembered, never failures.
 */
export class Prober {
  private readonly file: string;
  private readonly memory = new Map<string, { stamp: string; version: string }>();
  private loaded = false;

  /** `signal` ends a question that is being asked; then `probe` throws FailureError `cancelled`. */
  constructor(
    cacheDir: string,
    private readonly signal?: AbortSignal,
  ) {
    this.file = join(cacheDir, 'versions.json');
  }

  async probe(program: ProgramName, path: string): Promise<Probe> {
    const stamp = stampOf(path);
    this.load();
    const key = `${program}:${path}`;
    const answer = this.memory.get(key);
    if (stamp !== null && answer?.stamp === stamp) return { kind: 'runs', version: answer.version };
    const probe = await ask(program, path, this.signal);
    if (probe.kind === 'runs' && stamp !== null) {
      this.memory.set(key, { stamp, version: probe.version });
      this.save();
    }
    return probe;
  }

  private load(): void {
    if (this.loaded) return;
    this.loaded = true;
    try {
      const answers: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      if (!isKnown(answers)) return;
      for (const [key, { stamp, version }] of Object.entries(answers))
        this.memory.set(key, { stamp, version });
    } catch {
      // Not there yet, or not ours any more: the programs are asked again.
    }
  }

  private save(): void {
    const answers: Known = Object.fromEntries(
      [...this.memory].map(([key, value]) => [key, { program: key.split(':')[0] ?? '', ...value }]),
    );
    const temporary = `${this.file}.${process.pid}`;
    try {
      makeFoldersSync(dirname(this.file));
      writeFileSync(temporary, JSON.stringify(answers), { mode: 0o600 });
      renameSync(temporary, this.file);
    } catch {
      // A cache folder that cannot be written to, or is full, costs time, nothing else.
      removeQuietly(temporary);
    }
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // In a folder that cannot be written to it never came to be.
  }
}

function stampOf(path: string): string | null {
  const stat = statOrNull(path);
  return stat === null ? null : `${stat.size}-${stat.mtimeMs}-${stat.ctimeMs}`;
}

async function ask(program: ProgramName, path: string, signal?: AbortSignal): Promise<Probe> {
  const args = versionArguments[program];
  try {
    const call = { program: path, args, timeoutMs: VERSION_TIMEOUT_MS, ...SHORT_ANSWER };
    const result = await runProgram(signal === undefined ? call : { ...call, signal });
    if (result.cancelled) throw cancelledFailure();
    const version = parseVersion(program, result.stdout);
    if (version !== null && result.exitCode === 0) return { kind: 'runs', version };
    const said = result.timedOut
      ? `it did not answer within ${VERSION_TIMEOUT_MS / 1000} s`
      : result.truncated || result.flooded
        ? `it went on writing, first ${firstLine(result.output)}`
        : `it ${endedHow(result)} and said ${firstLine(result.output)}`;
    const failure = inputFailure(
      'tool-cannot-run',
      `${path} does not answer as ${program} does when asked for its version: ${said}.`,
      `Check it in a terminal: ${result.run.line}`,
      null,
      result.output.slice(0, 4096),
    );
    return { kind: 'cannot-run', failure };
  } catch (error) {
    if (error instanceof FailureError && error.failure.code !== 'cancelled')
      return { kind: 'cannot-run', failure: error };
    throw error;
  }
}
