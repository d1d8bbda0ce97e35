import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What the guard looks at. */
export interface Knock {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Refusal {
  readonly status: 400 | 401 | 403 | 405;
  /** One sentence for people. */
  readonly message: string;
}

export interface Lock {
  readonly port: number;
  readonly token: string;
}

/** Cookies are shared by all ports of a host, so the port is part of the name. */
export function cookieName(port: number): string {
  return `sidecar-anatomy-${port}`;
}

/** Compares without telling by its time how much was right. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Whether the request was addressed to us by a name of the loopback address. A page that had its own name pointed at
 * 127.0.0.1 (DNS rebinding) sends its own name here.
 */
export function checkHost(knock: Knock, lock: Lock): Refusal | null {
  const allowed = [`127.0.0.1:${lock.port}`, `localhost:${lock.port}`];
  if (allowed.includes(knock.headers.host ?? '')) return null;
  return { status: 403, message: `Only ${allowed.join(' or ')} is served here.` };
}

/** Whether the request shows the cookie that only the page opened with the token has. */
export function checkCookie(knock: Knock, lock: Lock): Refusal | null {
  const wanted = cookieName(lock.port);
  for (const pair of (knock.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== wanted) continue;
    if (sameSecret(pair.slice(at + 1).trim(), lock.token)) return null;
  }
  return {
    status: 401,
    message: 'Open the whole address that “sidecar-anatomy serve” printed, token included.',
  };
}

/**
 * A request that changes something has to come from our own page: its `Origin` is ours, and it carries a header that
 * no form or image can set and that a foreign script may not send without a pre-flight, which is never granted.
 */
export function checkPost(knock: Knock): Refusal | null {
  const { origin, host } = knock.headers;
  if (origin !== `http://${host ?? ''}`)
    return { status: 403, message: 'This request did not come from our own page.' };
  if (knock.headers['x-sidecar-anatomy'] !== '1')
    return { status: 403, message: 'The header x-sidecar-anatomy: 1 is missing.' };
  if (!/^application\/json\s*(;|$)/i.test(knock.headers['content-type'] ?? ''))
    return { status: 403, message: 'Only application/json is taken.' };
  return null;
}

/**
 * The event stream and the page's files: no page of another origin, another port of this machine included. Browsers
 * send no `Origin` with a plain GET of the same origin, but they send `Sec-Fetch-Site`.
 */
export function checkSameOrigin(knock: Knock, required: boolean): Refusal | null {
  const refusal: Refusal = { status: 403, message: 'This request did not come from our own page.' };
  const { origin, host } = knock.headers;
  const site = knock.headers['sec-fetch-site'];
  if (origin !== undefined) return origin === `http://${host ?? ''}` ? null : refusal;
  if (site !== undefined) return site === 'same-origin' || (!required && site === 'none') ? null : refusal;
  return required ? refusal : null;
}
