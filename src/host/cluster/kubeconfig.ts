import { basename, dirname, resolve } from 'node:path';
import { type FailureError, inputFailure } from '../../contract/failure.ts';
import { asList, field, textAt } from '../../domain/anatomy/fields.ts';
import { InputFault } from '../../domain/fault.ts';
import { isYamlMap, readYaml, type YamlValue } from '../../domain/yaml/document.ts';
import { readSmallFile, UnusableFile } from '../files/small-file.ts';

/** How one API server is reached, and as whom. Holds secrets: never shown, never logged. */
export interface ClusterAccess {
  /** Name of the current context, as the kubeconfig has it. */
  readonly context: string;
  readonly server: URL;
  /** Authorities that are trusted instead of the system's; PEM. */
  readonly ca?: string;
  readonly serverName?: string;
  /** The kubeconfig says so itself: `insecure-skip-tls-verify`. */
  readonly trustAnyone: boolean;
  readonly token?: string;
  /** Client certificate and its key, PEM. */
  readonly cert?: string;
  readonly key?: string;
}

/** Bytes; with certificates of many clusters in it a kubeconfig has a hundredth. */
const MAX_BYTES = 10_000_000;

/**
 * Reads a kubeconfig (https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/): cluster and user of its current
 * context. Programs that would log in (`exec`, `auth-provider`) are not started.
 * @param path absolute; files in it are found from its folder
 * @throws FailureError `kubeconfig-missing`, `kubeconfig-broken`, `kubeconfig-login`, `kubeconfig-proxy`
 */
export function readKubeconfig(path: string): ClusterAccess {
  const config = parse(path);
  refuseOther(path, config);
  const context = textAt(config, 'current-context') ?? '';
  if (context === '')
    throw broken(path, 'has no current context', 'Choose one with `kubectl config use-context`.');
  const chosen = named(path, config, 'contexts', 'context', context);
  const cluster = named(path, config, 'clusters', 'cluster', textAt(chosen, 'cluster') ?? '');
  const userName = textAt(chosen, 'user') ?? '';
  const user = userName === '' ? null : named(path, config, 'users', 'user', userName);
  refuseProxy(path, cluster);
  refuseLogin(path, user, userName);
  const pem = (of: YamlValue, key: string) => pemOf(path, of, key);
  const ca = pem(cluster, 'certificate-authority');
  const serverName = written(path, cluster, 'tls-server-name');
  const cert = pem(user, 'client-certificate');
  const key = pem(user, 'client-key');
  const token = tokenOf(path, user);
  return {
    context,
    server: serverOf(path, cluster),
    trustAnyone: field(cluster, 'insecure-skip-tls-verify') === true,
    ...(ca === null ? {} : { ca }),
    ...(serverName === null ? {} : { serverName }),
    ...(cert === null ? {} : { cert }),
    ...(key === null ? {} : { key }),
    ...(token === null ? {} : { token }),
  };
}

function parse(path: string): YamlValue {
  const text = readFileOf(path, 'The kubeconfig', path);
  try {
    const config = readYaml(basename(path), text).documents[0]?.value;
    if (isYamlMap(config)) return config;
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    throw broken(path, `is no YAML (${error.message.replace(/\.$/, '')})`);
  }
  throw broken(path, 'is no kubeconfig: it holds no mapping');
}

/** Whoever names another file than he meant is not to be told how to mend a kubeconfig. */
function refuseOther(path: string, config: YamlValue): void {
  const kind = field(config, 'kind') ?? 'Config';
  if (kind !== 'Config')
    throw broken(
      path,
      `is no kubeconfig: it is of kind ${typeof kind === 'string' ? kind : 'unknown'}`,
      OTHER,
    );
  const parts = ['current-context', 'contexts', 'clusters', 'users'];
  if (parts.every((part) => field(config, part) === undefined))
    throw broken(path, 'is no kubeconfig: it holds neither contexts nor clusters', OTHER);
}

const OTHER = 'Name the kubeconfig of a cluster.';

/** A named entry of one of the three lists; the key in it holds what is named. */
function named(path: string, config: YamlValue, list: string, key: string, name: string): YamlValue {
  const entry = asList(field(config, list)).find((one) => textAt(one, 'name') === name);
  const value = field(entry, key);
  // `user: {}` is somebody without credentials, and so is `user:`.
  if (entry !== undefined && (isYamlMap(value) || value === null || value === undefined))
    return value ?? null;
  throw broken(path, `names a ${key} “${name}” that it does not hold under ${list}`);
}

function serverOf(path: string, cluster: YamlValue): URL {
  const server = textAt(cluster, 'server') ?? '';
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw broken(path, `names no server that is an https:// address (“${server}”)`);
}

function refuseProxy(path: string, cluster: YamlValue): void {
  if (field(cluster, 'proxy-url') === undefined) return;
  throw inputFailure(
    'kubeconfig-proxy',
    `The kubeconfig ${path} leads through a proxy (proxy-url), which is not done here.`,
    'Name one that reaches the API server without.',
  );
}

function refuseLogin(path: string, user: YamlValue, name: string): void {
  const named = [field(user, 'exec'), field(user, 'auth-provider')].find((one) => one != null);
  if (named === undefined) return;
  const program = textAt(named, 'command') ?? textAt(named, 'name') ?? 'a program';
  throw inputFailure(
    'kubeconfig-login',
    `In the kubeconfig ${path} the user “${name}” logs in with ${program}, which this app does not start.`,
    'Name a kubeconfig with a token (`kubectl create token`) or a client certificate.',
  );
}

/** A text; what is of another type is not passed over as if it were not there. */
function written(path: string, of: YamlValue, key: string): string | null {
  const value = field(of, key) ?? null;
  if (value === null || typeof value === 'string') return value;
  throw broken(path, `has a ${key} that is no text`, 'Write it in quotes.');
}

/** `key-data` in base64, else the file named by `key`. */
function pemOf(path: string, of: YamlValue, key: string): string | null {
  const data = written(path, of, `${key}-data`);
  if (data !== null && data !== '') {
    const text = Buffer.from(data, 'base64').toString('utf8');
    if (text.includes('-----BEGIN ')) return text;
    throw broken(path, `has a ${key}-data that is no PEM file in base64`);
  }
  const file = written(path, of, key);
  if (file === null || file === '') return null;
  return readFileOf(resolve(dirname(path), file), `The ${key} of the kubeconfig ${path}`, file);
}

function tokenOf(path: string, user: YamlValue): string | null {
  const file = written(path, user, 'tokenFile') ?? '';
  const token =
    file === ''
      ? written(path, user, 'token')
      : readFileOf(resolve(dirname(path), file), `The tokenFile of the kubeconfig ${path}`, file).trim();
  if (token === null || token === '') return null;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw broken(path, 'has a token with a character that no token has (a blank, a line end)');
}

function readFileOf(absolute: string, what: string, shown: string): string {
  let text: string | null;
  try {
    text = readSmallFile(absolute, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    throw inputFailure(
      'kubeconfig-broken',
      `${what}${shown === absolute ? ` ${shown}` : `, ${shown},`} cannot be read: ${error.message}.`,
      'Name a kubeconfig that you may read.',
    );
  }
  if (text !== null) return text;
  throw inputFailure(
    'kubeconfig-missing',
    `${what}${shown === absolute ? ` ${shown}` : `, ${shown},`} is not there.`,
    'Name a kubeconfig file by its whole path.',
  );
}

function broken(path: string, what: string, hint = 'Correct it, or name another one.'): FailureError {
  return inputFailure('kubeconfig-broken', `The kubeconfig ${path} ${what}.`, hint);
}
