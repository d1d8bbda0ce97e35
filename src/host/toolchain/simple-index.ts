import { z } from 'zod';

/** One file of a project's page in a Python package index. */
export interface IndexedFile {
  readonly name: string;
  readonly url: string;
  /** As the index says it, lower case; null when it says nothing. What counts is the pinned one. */
  readonly sha256: string | null;
}

/** What pip asks for: JSON (PEP 691) if the index has it, else HTML (PEP 503). */
export const INDEX_ACCEPT =
  'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.01';

const jsonPage = z.object({
  files: z.array(
    z.object({ filename: z.string(), url: z.string(), hashes: z.record(z.string(), z.string()).optional() }),
  ),
});

/** Files of an index page; links are resolved relative to the page (or its `<base>`). Unreadable pages hold no files. */
export function readIndexPage(text: string, contentType: string, pageUrl: string): readonly IndexedFile[] {
  return contentType.includes('json') ? readJson(text, pageUrl) : readHtml(text, pageUrl);
}

function readJson(text: string, pageUrl: string): readonly IndexedFile[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const page = jsonPage.safeParse(parsed);
  if (!page.success) return [];
  return page.data.files.flatMap((file) => {
    if (!URL.canParse(file.url, pageUrl)) return [];
    const url = new URL(file.url, pageUrl).href;
    return [{ name: file.filename, url, sha256: file.hashes?.sha256?.toLowerCase() ?? null }];
  });
}

function readHtml(text: string, pageUrl: string): readonly IndexedFile[] {
  const base = /<base\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(text);
  const from = base === null ? pageUrl : new URL(decode(base[1] ?? base[2] ?? ''), pageUrl).href;
  const files: IndexedFile[] = [];
  for (const link of text.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi)) {
    const href = decode(link[1] ?? link[2] ?? '');
    if (!URL.canParse(href, from)) continue;
    const url = new URL(href, from);
    const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash)?.[1]?.toLowerCase() ?? null;
    url.hash = '';
    const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    files.push({ name, url: url.href, sha256 });
  }
  return files;
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
