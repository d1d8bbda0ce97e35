import http from 'node:http';
import https from 'node:https';
import { type FailureError, inputFailure } from '../../contract/failure.ts';
import { cancelledFailure } from '../failures.ts';
import type { ClusterAccess } from './kubeconfig.ts';

export interface GetLimits {
  /** For one answer, whole, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const LIMITS: GetLimits = { timeoutMs: 15_000, maxBytes: 64_000_000 };

/** Asks one API server. There is no other method than GET: nothing in a cluster can be changed through this. */
export interface ClusterGet {
  /**
   * The answer to a GET as JSON.
   * @param what what is asked for, in words for failures: `the namespaces`
   * @throws FailureError `cluster-unreachable`, `cluster-untrusted`, `cluster-unauthorized`, `cluster-forbidden`,
   *   `cluster-answer`, `cancelled`
   */
  get(path: string, what: string, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/** Proxies of the environment are not used: what is asked is what the kubeconfig names. */
export function createClusterGet(access: ClusterAccess, limits: GetLimits = LIMITS): ClusterGet {
  const { server, ca, cert, key, serverName, trustAnyone, token } = access;
  const secure = server.protocol === 'https:';
  const agent = secure
    ? new https.Agent({
        keepAlive: true,
        maxSockets: 2,
        rejectUnauthorized: !trustAnyone,
        ...(ca === undefined ? {} : { ca }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
        ...(serverName === undefined ? {} : { servername: serverName }),
      })
    : new http.Agent({ keepAlive: true, maxSockets: 2 });
  const headers = {
    accept: 'application/json',
    'user-agent': 'sidecar-anatomy',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const base = server.pathname.replace(/\/$/, '');
  return {
    get: async (path, what, signal) => {
      if (signal?.aborted === true) throw cancelledFailure();
      const url = new URL(`${base}${path}`, server);
      const { status, body } = await ask({ url, agent, headers, limits }, signal);
      if (status !== 200) throw refusal(status, server, what, body);
      try {
        return JSON.parse(body) as unknown;
      } catch {
        throw odd(server, what, 'no JSON', body);
      }
    },
    close: () => agent.destroy(),
  };
}

interface Question {
  readonly url: URL;
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: GetLimits;
}

function ask(
  { url, agent, headers, limits }: Question,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (error: Error): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      failed(error);
    };
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      { method: 'GET', agent, headers },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > limits.maxBytes) request.destroy(tooLong(url, limits));
          else chunks.push(chunk);
        });
        response.once('error', (error) => end(unreachable(url, error)));
        response.once('end', () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
          done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    const timer = setTimeout(() => request.destroy(tooSlow(url, limits)), limits.timeoutMs);
    const cancel = (): void => {
      request.destroy(cancelledFailure());
    };
    signal?.addEventListener('abort', cancel, { once: true });
    request.on('error', (error) => end(unreachable(url, error)));
    request.end();
  });
}

const CHECK = 'Check the address in the kubeconfig, and whether the cluster runs.';

function tooSlow(url: URL, { timeoutMs }: GetLimits): FailureError {
  return inputFailure(
    'cluster-unreachable',
    `The API server ${url.origin} did not answer within ${timeoutMs / 1000} s.`,
    CHECK,
  );
}

function tooLong(url: URL, { maxBytes }: GetLimits): FailureError {
  return inputFailure(
    'cluster-answer',
    `The API server ${url.origin} answered ${url.pathname} with more than ${maxBytes / 1e6} MB.`,
    'Ask a smaller cluster.',
  );
}

/** Codes of OpenSSL and of Node for a server that is not who it should be. */
const UNTRUSTED =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ISSUER|ALTNAME_INVALID|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH/;

/** A sentence for what the system or the TLS library said; a failure of ours as it is. */
function unreachable(url: URL, error: NodeJS.ErrnoException): Error {
  if ('failure' in error) return error;
  const code = error.code ?? error.message;
  if (UNTRUSTED.test(code) && !code.startsWith('ERR_SSL'))
    return inputFailure(
      'cluster-untrusted',
      `The certificate of the API server ${url.origin} is not trusted: ${error.message} (${code}).`,
      'Put the authority that signed it into the kubeconfig (certificate-authority).',
    );
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: `the name ${url.hostname} could not be found`,
    EAI_AGAIN: `the name ${url.hostname} could not be found`,
    EHOSTUNREACH: 'there is no way to it',
    ENETUNREACH: 'there is no way to it',
    ECONNRESET: 'it broke the connection',
  };
  return inputFailure(
    'cluster-unreachable',
    `The API server ${url.origin} cannot be reached: ${words[code] ?? error.message} (${code}).`,
    CHECK,
  );
}

function refusal(status: number, { origin }: URL, what: string, body: string): FailureError {
  switch (status) {
    case 401:
      return inputFailure(
        'cluster-unauthorized',
        `The API server ${origin} does not know who asks (401): the token or certificate of the kubeconfig is not valid any more.`,
        'Get a new kubeconfig, or a new token.',
      );
    case 403:
      return inputFailure(
        'cluster-forbidden',
        `The API server ${origin} does not let this user read ${what} (403).`,
        'Name a kubeconfig of somebody who may.',
        null,
        body.slice(0, 2000),
      );
    default:
      return odd({ origin }, what, `status ${status}`, body);
  }
}

function odd({ origin }: { readonly origin: string }, what: string, how: string, body: string): FailureError {
  return inputFailure(
    'cluster-answer',
    `${origin} answered with ${how} when asked for ${what}: it may be no Kubernetes API server.`,
    CHECK,
    null,
    body.slice(0, 2000),
  );
}
