import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServeProcess {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** Everything it wrote on stderr so far. */
  readonly stderr: () => string;
  /** Ends it the way a person does (SIGTERM) and gives its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts the built `sidecar-anatomy serve` on a free port and waits until it says its address. */
export async function startServe(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServeProcess> {
  const child = spawn(process.execPath, ['out/node/cli.js', 'serve', '--no-open', '--json', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const url = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const said: unknown = JSON.parse(line);
      if (typeof said === 'object' && said !== null && 'url' in said) done(String(said.url));
      else fail(new Error(`serve said ${line}`));
    });
    child.once('exit', (code) => fail(new Error(`serve ended with ${code}: ${errors}`)));
    child.once('error', fail);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return { url, pid: child.pid ?? 0, child, stderr: () => errors, stop };
}
