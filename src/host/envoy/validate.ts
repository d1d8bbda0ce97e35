import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inputFailure } from '../../contract/failure.ts';
import type { ValidateResult } from '../../contract/types.ts';
import { makeOwnFolder, writeOwnFile } from '../files/own-folder.ts';
import { firstLine } from '../process/command-line.ts';
import { type RunResult, runProgram } from '../process/run-program.ts';
import { explainLog } from './end-of-run.ts';
import { bootstrapFileName } from './read-bootstrap.ts';

const VALIDATE_MS = 20_000;

export interface ValidateRequest {
  /** Envoy, as an absolute path. */
  readonly program: string;
  readonly yaml: string;
  /** What Envoy is to call the file in what it says; by default what tells YAML from JSON. */
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/**
 * `envoy --mode validate` on a bootstrap in a private folder, with its own words, whatever they are.
 * @throws FailureError `cancelled`, `timeout`, `envoy-flood`, or what hinders the program itself
 */
export async function validateBootstrap(request: ValidateRequest): Promise<ValidateResult> {
  const { program, yaml, signal } = request;
  const result = await inFolder(async (folder) => {
    const file = request.name ?? bootstrapFileName(yaml);
    await writeOwnFile(join(folder, file), yaml);
    return runProgram({
      program,
      args: ['--mode', 'validate', '-c', file],
      cwd: folder,
      ownFolder: folder,
      timeoutMs: VALIDATE_MS,
      endWhenFull: true,
      ...(signal === undefined ? {} : { signal }),
    });
  });
  refuseUnfinished(result);
  return {
    exitCode: result.exitCode,
    output: result.output,
    command: result.run,
    ...(result.exitCode === 0 ? {} : { explanation: explainLog(result.output, yaml, result).explanation }),
  };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeOwnFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refuseUnfinished(result: RunResult): void {
  if (result.cancelled)
    throw inputFailure(
      'cancelled',
      'The check of the bootstrap was called off.',
      'Start it again when you want it.',
    );
  if (result.truncated || result.flooded)
    throw inputFailure(
      'envoy-flood',
      `envoy --mode validate went on writing (first “${firstLine(result.output)}”) and was ended.`,
      'It does not work as it should: check it in a terminal, or name another one.',
      null,
      result.output.slice(0, 2000),
    );
  if (result.timedOut)
    throw inputFailure(
      'timeout',
      `envoy --mode validate did not end within ${VALIDATE_MS / 1000} s and was ended.`,
      'Check names in the bootstrap that have to be looked up, and the load of this machine.',
      null,
      result.output,
    );
}
