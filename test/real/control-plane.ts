import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Launched, launch } from '../../src/host/process/launch.ts';

/** A real API server, with nobody but tests in it. */
export interface ControlPlane {
  /** `https://127.0.0.1:…`. */
  readonly server: string;
  /** The authority that signed its certificate, PEM. */
  readonly ca: string;
  readonly folder: string;
  /** Writes a kubeconfig; `token`: one of `tokens`, or any other text. Returns its path. */
  kubeconfig(name: string, token: string): string;
  readonly tokens: {
    /** May do everything. */
    readonly admin: string;
    /** Known, and may read nothing. */
    readonly nobody: string;
  };
  /** Server-side apply of one object, as the admin. */
  apply(path: string, object: { readonly metadata: { readonly name: string } }): Promise<void>;
  stop(): Promise<void>;
}

const START_MS = 90_000;

function program(variable: string): string {
  const path = process.env[variable];
  if (path === undefined || path === '')
    throw new Error(`${variable} names no program: npm test builds it, see CONTRIBUTING.md`);
  return path;
}

/** A port that was free a moment ago may be taken by somebody else who looked for one. */
const ATTEMPTS = 3;

/** Starts etcd and kube-apiserver on free loopback ports. Both end with `stop`, and with this process, however it ends. */
export async function startControlPlane(): Promise<ControlPlane> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt >= ATTEMPTS || !/address already in use/.test(String(error))) throw error;
    }
  }
}

async function startOnce(): Promise<ControlPlane> {
  const etcd = program('SIDECAR_ANATOMY_ETCD');
  const apiserver = program('SIDECAR_ANATOMY_KUBE_APISERVER');
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-control-plane-'));
  const children: Launched[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [clients, peers, port] = await freePorts(3);
    children.push(await start(etcd, etcdArguments(folder, clients ?? 0, peers ?? 0), folder));
    const tokens = { admin: randomBytes(16).toString('hex'), nobody: randomBytes(16).toString('hex') };
    writeFileSync(
      join(folder, 'tokens.csv'),
      `${tokens.admin},admin,1,system:masters\n${tokens.nobody},nobody,2\n`,
    );
    writeKeys(folder);
    children.push(await start(apiserver, serverArguments(folder, clients ?? 0, port ?? 0), folder));
    const server = `https://127.0.0.1:${port}`;
    await ready(server, tokens.admin, folder, children);
    const ca = readFileSync(join(folder, 'apiserver.crt'), 'utf8');
    return {
      server,
      ca,
      folder,
      tokens,
      stop,
      kubeconfig: (name, token) => writeKubeconfig(join(folder, name), server, ca, token),
      apply: (path, object) => apply(`${server}${path}/${object.metadata.name}`, tokens.admin, ca, object),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function etcdArguments(folder: string, clients: number, peers: number): readonly string[] {
  const own = `http://127.0.0.1:${clients}`;
  const peer = `http://127.0.0.1:${peers}`;
  return [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync', '--log-level', 'error'],
    ...['--listen-client-urls', own, '--advertise-client-urls', own],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ];
}

function serverArguments(folder: string, clients: number, port: number): readonly string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${clients}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${folder}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${join(folder, 'sa.pub')}`,
    `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--endpoint-reconciler-type=none',
    '--disable-admission-plugins=ServiceAccount',
  ];
}

function writeKeys(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(join(folder, 'sa.key'), privateKey, { mode: 0o600 });
  writeFileSync(join(folder, 'sa.pub'), publicKey);
}

async function start(program: string, args: readonly string[], cwd: string): Promise<Launched> {
  const log = join(cwd, `${basename(program)}.log`);
  const launched = await launch({ program, args, cwd, stdin: false });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = (said + chunk.toString('utf8')).slice(-20_000);
    writeFileSync(log, said);
  };
  launched.child.stderr?.on('data', hear);
  launched.child.stdout?.on('data', hear);
  return launched;
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Asks until the server says of itself that it is ready: every part of it has started. */
async function ready(
  server: string,
  token: string,
  folder: string,
  children: readonly Launched[],
): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const dead = children.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (dead !== undefined) throw new Error(`${dead.program} ended: ${logs(folder)}`);
    const answer = await send('GET', `${server}/readyz`, token).catch(() => null);
    if (answer?.status === 200) return;
    if (Date.now() > until) throw new Error(`the API server is not ready: ${logs(folder)}`);
    await pause(200);
  }
}

function logs(folder: string): string {
  return ['etcd.log', 'kube-apiserver.log']
    .map((name) => {
      try {
        return readFileSync(join(folder, name), 'utf8').slice(-1500);
      } catch {
        return '';
      }
    })
    .join('\n');
}

async function apply(url: string, token: string, ca: string, object: unknown): Promise<void> {
  const { status, body } = await send(
    'PATCH',
    `${url}?fieldManager=test&force=true`,
    token,
    ca,
    JSON.stringify(object),
  );
  if (status !== 200 && status !== 201) throw new Error(`${url}: ${status} ${body.slice(0, 500)}`);
}

function send(
  method: string,
  url: string,
  token: string,
  ca?: string,
  text?: string,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/apply-patch+yaml' };
    // Until it is ready, its authority is not known yet.
    const trust = ca === undefined ? { rejectUnauthorized: false } : { ca };
    const request = https.request(
      url,
      { method, headers, agent: false, timeout: 30_000, ...trust },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () =>
          done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', failed);
    request.end(text);
  });
}

function writeKubeconfig(path: string, server: string, ca: string, token: string): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    clusters: [
      { name: 'test', cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name: 'test', user: { token } }],
  };
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}
