import { type Failure, type Outcome, usageFailure } from '../contract/failure.ts';
import { type Host, type RequestName, requests } from '../contract/requests.ts';
import { toFailure } from './failures.ts';

function badRequest(message: string): { readonly ok: false; readonly failure: Failure } {
  const hint =
    'Reload the window; if it stays, the window and the program behind it are of different versions.';
  return { ok: false, failure: usageFailure('bad-request', message, hint).failure };
}

/** Own keys only: `__proto__`, `constructor` and the like are no requests. */
export function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}

/**
 * The one way from a shell into the host, whatever carried the message: an unknown request or an input that does not
 * fit its schema is refused before any handler sees it, and everything thrown comes back as a failure.
 */
export async function dispatch(host: Host, name: unknown, input: unknown): Promise<Outcome<unknown>> {
  if (!isRequestName(name)) return badRequest(`There is no request named ${quoted(name)}.`);
  const parsed = requests[name].input.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? 'its input' : issue.path.join('.');
    return badRequest(`The request ${name} does not fit: ${where}: ${issue?.message ?? 'invalid'}.`);
  }
  try {
    const handler = host.handlers[name] as (input: unknown) => Promise<unknown>;
    return { ok: true, value: await handler(parsed.data) };
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

function quoted(name: unknown): string {
  return JSON.stringify(String(name).slice(0, 80));
}
