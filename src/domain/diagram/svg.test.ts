import { describe, expect, test } from 'vitest';
import { DRAWINGS, drawing, payments, stage } from '../../../test/helpers/drawings.ts';
import { buildScene } from './build-scene.ts';
import type { SceneInput } from './scene.ts';
import { escapeXml, sceneToSvg } from './svg.ts';
import { LIGHT } from './theme.ts';

/** What is not well-formed in a document of elements, attributes and text; null when nothing is. */
function malformed(xml: string): string | null {
  const open: string[] = [];
  const body = xml.replace(/^<\?xml [^?]*\?>\n/, '');
  const token = /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  let at = 0;
  for (const [whole, closing, name, attributes = '', empty, text] of body.matchAll(token)) {
    at += whole.length;
    const data = text ?? attributes;
    if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(data)) return `bare ampersand in ${data.slice(0, 60)}`;
    const names = [...attributes.matchAll(/ ([a-zA-Z-]+)=/g)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) return `attribute twice in ${whole}`;
    if (name === undefined || empty === '/') continue;
    if (closing === '') open.push(name);
    else if (open.pop() !== name) return `${name} closed at ${at}`;
  }
  return at === body.length && open.length === 0 ? null : `stopped at ${body.slice(at, at + 60)}`;
}

describe('sceneToSvg', () => {
  test.each(Object.keys(DRAWINGS))('%s is well-formed, titled and described', (name) => {
    const input = DRAWINGS[name];
    const svg = input === undefined ? '' : drawing(name, input());
    expect(malformed(svg)).toBeNull();
    expect(svg).toMatch(/<svg [^>]*role="img"/);
    expect(svg).toMatch(/<\/?title>[^<]+<\/title>\n<desc>[^<]+<\/desc>/);
  });

  test('strings of the user stay text: no element, script, style or reference of theirs', () => {
    const svg = DRAWINGS.hostile === undefined ? '' : drawing('hostile', DRAWINGS.hostile());
    const elements = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name));
    expect([...elements].sort()).toEqual(['desc', 'g', 'path', 'rect', 'svg', 'text', 'title']);
    expect(svg.includes('x&lt;img src=x onerror=alert(1)&gt;')).toBe(true);
    expect(/<[^>]* (?:on\w+|href|style)="/.test(svg)).toBe(false);
    expect(/[\u202a-\u202e\u2066-\u2069]/.test(svg)).toBe(false);
  });

  test('a legend tells of dashes where there are any, in every width, and of none where there are none', () => {
    const live = { rung: 'not-started', evidence: '' } as const;
    const written = (over: Partial<SceneInput>) => sceneToSvg(buildScene(stage(payments(), over)), LIGHT);
    for (const width of [640, 926, 1280, 1920])
      expect([width, written({ live, width })]).toEqual([
        width,
        expect.stringMatching(/>not there(, or not on this bench)?</),
      ]);
    expect(written({ live })).toContain('>not there, or not on this bench</text>');
    expect(written({ scene: 'env-to-metadata' })).toContain('>not there, or not on this bench</text>');
    const whole = stage(payments('sidecar'), { variant: 'sidecar', scene: 'env-to-metadata' });
    expect(sceneToSvg(buildScene(whole), LIGHT)).not.toContain('>not there');
  });

  test('has no id, so that two pictures in one page cannot mix', () => {
    expect(DRAWINGS.classic === undefined ? '' : drawing('classic', DRAWINGS.classic())).not.toMatch(/ id="/);
  });

  test('a caption of the scene stands in the picture', () => {
    expect(DRAWINGS.classic === undefined ? '' : drawing('classic', DRAWINGS.classic())).toContain(
      '>lab bootstrap: a simplification</text>',
    );
  });
});

describe('escapeXml', () => {
  test('replaces what XML cannot hold and escapes what it would read as markup', () => {
    expect(escapeXml('a<b>&"\'\u0000\ud800\uffff')).toBe('a&lt;b&gt;&amp;&quot;&#39;\ufffd\ufffd\ufffd');
    expect(escapeXml('🚢 tab\t')).toBe('🚢 tab\t');
  });
});
