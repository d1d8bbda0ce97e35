import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { createCliRun } from '../../src/cli/create-context.ts';
import { runProgramLine } from '../../src/cli/program.ts';
import type { LabReport } from '../../src/domain/lab/model.ts';
import { findFreePort } from '../../src/host/envoy/port-owner.ts';
import { cliStreams } from '../helpers/cli-streams.ts';

export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, in a folder. `interrupt` is called with what was written to standard error so far. */
export async function labCli(
  cwd: string,
  args: readonly string[],
  onStderr: (text: string, interrupt: () => void) => void = () => undefined,
  variables: NodeJS.ProcessEnv = {},
): Promise<Called> {
  const { stdin, stdout, stderr, text } = cliStreams();
  const env = { ...process.env, SIDECAR_ANATOMY_CACHE: join(cwd, 'cache'), ...variables };
  const run = createCliRun({ stdin, stdout, stderr, env, cwd, version: '9.9.9' });
  stderr.on('data', () => onStderr(text.stderr, () => run.interrupt()));
  const code = await runProgramLine(args, run.context, run.exitCode);
  await run.end();
  return { code, ...text };
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<string> {
  const port = await findFreePort('127.0.0.1');
  if (port === null) throw new Error('no port is free');
  return String(port);
}

/** What a check says, a line a finding of a step that does not pass: `3 03-mesh.txt:4 …`. */
export async function check(cwd: string, args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await labCli(cwd, ['lab', 'check', 'bootstrap', ...args, '--json']);
  if (stdout === '') throw new Error(stderr);
  const { steps } = JSON.parse(stdout) as LabReport;
  return steps
    .filter(({ state }) => state !== 'pass')
    .flatMap(({ number, state, findings }) =>
      findings.length === 0
        ? [`${number} ${state}`]
        : findings.map(({ file, line, message }) => `${number} ${file}:${line ?? ''} ${message}`),
    );
}

/** Names, sizes, times and contents of a folder, and of its own entry. */
export function fingerprint(folder: string): string {
  const of = (path: string): readonly unknown[] => {
    const { mtimeNs, ctimeNs, size, mode } = statSync(path, { bigint: true });
    return [path, mtimeNs, ctimeNs, size, mode].map(String);
  };
  const names = readdirSync(folder).sort();
  return JSON.stringify([
    of(folder),
    names.map((name) => [of(join(folder, name)), readFileSync(join(folder, name), 'utf8')]),
  ]);
}

/** Anything that was parsed, to be looked into without types: the oracle knows nothing of the product. */
export type Loose = { readonly [key: string]: Loose } & readonly Loose[] & string;

/** The first document of a kind in a YAML text, read by the library alone. */
export function documentOf(text: string, kind: string): Loose {
  const found = parseAllDocuments(text)
    .map((document) => document.toJS() as Loose | null)
    .find((value) => value?.kind === kind);
  if (found === undefined || found === null) throw new Error(`there is no ${kind}`);
  return found;
}
