import { randomBytes } from 'node:crypto';

/** Stands in `index.html` where the page reads the nonce for style sheets that CodeMirror makes at run time. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * What the page may do, in every shell: only files of its own, no inline script, no eval, no frame, no form.
 * `blob:` and `data:` images are the pictures that it draws for its own PNG export.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer that carries a page or a part of one. */
export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  };
}

/** The page with its nonce written in. Other files pass as they are. */
export function withNonce(type: string, bytes: Uint8Array, nonce: string): Uint8Array {
  if (!type.startsWith('text/html')) return bytes;
  return Buffer.from(Buffer.from(bytes).toString('utf8').split(NONCE_PLACEHOLDER).join(nonce), 'utf8');
}
