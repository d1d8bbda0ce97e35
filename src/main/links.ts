/** Where links of the page may lead; everything else stays closed. */
const ALLOWED_HOSTS: ReadonlySet<string> = new Set([
  'istio.io',
  'preliminary.istio.io',
  'www.envoyproxy.io',
  'kubernetes.io',
  'github.com',
]);

/** Whether a link may be given to the user's browser: https, a host that we name, nobody's credentials in it. */
export function mayOpenExternally(link: string): boolean {
  const url = parse(link);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    ALLOWED_HOSTS.has(url.hostname)
  );
}

export const APP_SCHEME = 'app';
export const APP_HOST = 'sidecar-anatomy';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** Whether an address is one of our own pages. Compares parsed parts: a prefix would let `app://sidecar-anatomy.evil` in. */
export function isOwnPage(address: string): boolean {
  const url = parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

/** What the page may load at all: its own files, and pictures that it made itself. */
export function mayLoad(address: string): boolean {
  const url = parse(address);
  if (url === null) return false;
  return isOwnPage(address) || ['blob:', 'data:', 'devtools:'].includes(url.protocol);
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
