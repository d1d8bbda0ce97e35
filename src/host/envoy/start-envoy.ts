import { readFile, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { FailureError, inputFailure } from '../../contract/failure.ts';
import { type BootEnd, readBootEnd } from '../../domain/envoy/boot-log.ts';
import { type BootstrapFacts, isLoopback } from '../../domain/envoy/bootstrap-facts.ts';
import { cancelledFailure } from '../failures.ts';
import { makeOwnFolder, writeOwnFile } from '../files/own-folder.ts';
import { type Supervised, supervise } from '../process/supervise.ts';
import { adminTarget, createAdminClient } from './admin-client.ts';
import { findFreePort, findPortOwner, isFree } from './port-owner.ts';
import { bootstrapFileName } from './read-bootstrap.ts';
import { ADMIN_ADDRESS_FILE, startArguments } from './start-arguments.ts';

/** Envoy opens its admin endpoint 50 to 150 ms after its start, a loaded machine with a large bootstrap in seconds. */
const START_MS = 20_000;
/** A look reads one small file, and who waits for Envoy waits half of this too long. */
const LOOK_MS = 5;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

type Opened = StartedEnvoy['opened'];

/** The address as we reach it: a relative socket path is relative to Envoy's folder, not to ours. */
function reachable(address: string, folder: string): string {
  const target = adminTarget(address);
  const isRelative = 'socketPath' in target && !isAbsolute(address);
  return isRelative ? join(folder, address) : address;
}

async function answers(address: string): Promise<boolean> {
  const client = createAdminClient(address);
  try {
    await client.get('/ready', { timeoutMs: 1_000, maxBytes: 64 * 1024 });
    return true;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

/**
 * Waits until the admin endpoint answers. Envoy opens it, and writes its address into a file, before it has read all of
 * its bootstrap: only an answer says that it took the bootstrap.
 */
async function waitForAdmin(envoy: Supervised, folder: string): Promise<Opened> {
  let ended = false;
  const exited = envoy.exited.then(() => {
    ended = true;
  });
  const begin = performance.now();
  while (performance.now() - begin < START_MS) {
    const written = await readFile(join(folder, ADMIN_ADDRESS_FILE), 'utf8').catch(() => '');
    const address = written.trim() === '' ? null : reachable(written.trim(), folder);
    const isOpen =
      address !== null && !isForeign(address) && (await Promise.race([answers(address), exited]));
    if (ended) return { kind: 'ended' };
    if (address !== null && (isOpen || isForeign(address))) return { kind: 'open', address };
    await Promise.race([pause(LOOK_MS), exited]);
  }
  return { kind: 'silent' };
}

/** True for an address that other machines can reach. */
function isForeign(address: string): boolean {
  const target = adminTarget(address);
  return 'host' in target && !isLoopback(target.host);
}

/** Says who holds the port that Envoy could not have, and which one is free. */
async function addressInUse(end: BootEnd, log: string): Promise<FailureError | null> {
  const { problem } = end;
  if (problem.kind !== 'cannot-bind' || !/in use/i.test(problem.why) || problem.port === null) return null;
  return held(problem.address, problem.port, log);
}

async function held(address: string, port: number, log: string | null): Promise<FailureError> {
  const owner = await findPortOwner(port);
  const free = await findFreePort('127.0.0.1');
  const holder = owner === null ? 'another program' : `${owner.command} (process ${owner.pid})`;
  const { failure } = inputFailure(
    'address-in-use',
    `Envoy could not listen on ${address}: port ${port} is held by ${holder}.`,
    `End that program, or choose another port${free === null ? '' : `: ${free} is free now`}.`,
    null,
    ...(log === null ? [] : [log]),
  );
  return new FailureError(free === null ? failure : { ...failure, freePort: free });
}

/**
 * Looks whether Envoy could have its admin port, before it is started.
 * @throws FailureError `address-in-use` with the owner of the port and a free one
 */
export async function refuseHeldPort({ admin }: BootstrapFacts): Promise<void> {
  if (admin.kind !== 'tcp' || admin.port === 0 || (await isFree(admin.address, admin.port))) return;
  throw await held(`${admin.address}:${admin.port}`, admin.port, null);
}

/** An Envoy in a private folder that was started, and whose admin endpoint answers, or that has refused its bootstrap. */
export interface StartedEnvoy {
  readonly envoy: Supervised;
  readonly opened:
    | { readonly kind: 'open'; readonly address: string }
    | { readonly kind: 'ended' | 'silent' };
  /** Milliseconds since it was started. */
  elapsed(): number;
  /** Removes the private folder. */
  cleanUp(): Promise<void>;
}

/**
 * Starts Envoy on a bootstrap, which stays as it was given, in a private folder.
 * @throws FailureError when it could not be started, its port was taken, or it opened nothing; `cancelled`
 */
export async function startEnvoy(
  program: string,
  yaml: string,
  { admin }: BootstrapFacts,
  signal?: AbortSignal,
): Promise<StartedEnvoy> {
  signal?.throwIfAborted();
  const file = bootstrapFileName(yaml);
  const args = startArguments(file, admin);
  const folder = await makeOwnFolder();
  const cleanUp = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const begin = performance.now();
  let envoy: Supervised;
  try {
    await writeOwnFile(join(folder, file), yaml);
    envoy = await supervise({ program, args, cwd: folder, ownFolder: folder });
  } catch (error) {
    await cleanUp();
    throw error;
  }
  const end = (): void => void envoy.stop();
  signal?.addEventListener('abort', end, { once: true });
  const opened = await waitForAdmin(envoy, folder);
  signal?.removeEventListener('abort', end);
  const failure = signal?.aborted === true ? cancelledFailure() : await failureOfStart(opened, envoy);
  if (failure !== null) {
    await envoy.stop();
    await cleanUp();
    throw failure;
  }
  return { envoy, opened, elapsed: () => performance.now() - begin, cleanUp };
}

/** What Envoy said last, as much of it as a line holds. */
function lastWords(log: string): string {
  const last = log.trim().split('\n').at(-1)?.trim() ?? '';
  return last === '' ? 'It wrote no log.' : `It said last: ${last.slice(0, 300)}`;
}

async function failureOfStart(opened: Opened, envoy: Supervised): Promise<FailureError | null> {
  switch (opened.kind) {
    case 'ended':
      return addressInUse(readBootEnd(envoy.log()), envoy.log());
    case 'silent':
      return inputFailure(
        'envoy-silent',
        `Envoy runs, but opened no admin endpoint within ${START_MS / 1000} s, and was ended.`,
        lastWords(envoy.log()),
        null,
        envoy.log(),
      );
    case 'open':
      if (!isForeign(opened.address)) return null;
      return inputFailure(
        'admin-not-loopback',
        `Envoy opened its admin endpoint on ${opened.address}, which other machines can reach, and was ended at once.`,
        'Set admin.address to 127.0.0.1 to run it here.',
      );
  }
}
