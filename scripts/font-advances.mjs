// Writes src/domain/diagram/advances.ts: how wide each glyph of the shipped fonts is, read from the fonts themselves
// (tables `cmap` and `hmtx` of the OpenType format), so that screen, export and layout agree. Run it after an update
// of @fontsource/inter or @fontsource/jetbrains-mono; `--check` fails when the file is not what the fonts say.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}src/domain/diagram/advances.ts`;

/** Tables of a WOFF 1 file (W3C Recommendation "WOFF File Format 1.0", sections 3 and 4). */
function tablesOf(path) {
  const bytes = readFileSync(path);
  const tables = new Map();
  for (let index = 0; index < bytes.readUInt16BE(12); index++) {
    const entry = 44 + index * 20;
    const offset = bytes.readUInt32BE(entry + 4);
    const compressed = bytes.readUInt32BE(entry + 8);
    const raw = bytes.subarray(offset, offset + compressed);
    const whole = compressed < bytes.readUInt32BE(entry + 12);
    tables.set(bytes.toString('latin1', entry, entry + 4), whole ? inflateSync(raw) : raw);
  }
  return tables;
}

/** Code point → glyph of the Windows BMP subtable, format 4. */
function* glyphs(cmap) {
  let offset = 0;
  for (let index = 0; index < cmap.readUInt16BE(2); index++)
    if (cmap.readUInt16BE(4 + index * 8) === 3) offset = cmap.readUInt32BE(8 + index * 8);
  const segments = cmap.readUInt16BE(offset + 6) / 2;
  for (let segment = 0; segment < segments; segment++) {
    const at = (part) => offset + 14 + part * segments * 2 + segment * 2 + (part > 0 ? 2 : 0);
    const start = cmap.readUInt16BE(at(1));
    const delta = cmap.readUInt16BE(at(2));
    const rangeAt = at(3);
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = start; code <= cmap.readUInt16BE(at(0)) && code < 0xffff; code++) {
      const glyph = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + (code - start) * 2);
      if (range === 0 || glyph !== 0) yield [code, (glyph + delta) & 0xffff];
    }
  }
}

/** What the tables cover: Latin, Greek, Cyrillic; general punctuation. */
const ranges = [
  ['LETTERS', 0x20, 0x52f],
  ['PUNCTUATION', 0x2000, 0x206f],
];
const covered = (code) => ranges.some(([, first, last]) => code >= first && code <= last);

function advances(family, weight) {
  const widths = new Map();
  for (const subset of ['latin', 'latin-ext', 'greek', 'cyrillic']) {
    const file = `${family}-${subset}-${weight}-normal.woff`;
    const tables = tablesOf(`${root}node_modules/@fontsource/${family}/files/${file}`);
    const unitsPerEm = tables.get('head').readUInt16BE(18);
    const metrics = tables.get('hhea').readUInt16BE(34);
    for (const [code, glyph] of glyphs(tables.get('cmap'))) {
      if (!covered(code) || widths.has(code)) continue;
      const advance = tables.get('hmtx').readUInt16BE(Math.min(glyph, metrics - 1) * 4);
      widths.set(code, Math.round((advance * 1000) / unitsPerEm));
    }
  }
  return widths;
}

const weights = [400, 600, 700].map((weight) => [weight, advances('inter', weight)]);
const mono = advances('jetbrains-mono', 400).get(0x6e);
const tables = ranges.map(([name, first, last]) => {
  const lines = weights.map(([weight, widths]) => {
    const list = Array.from({ length: last - first + 1 }, (_, index) => widths.get(first + index) ?? 0);
    return `  ${weight}: [${list.join(', ')}],`;
  });
  return `/** Inter from code point ${first} to ${last}, in thousandths of an em; 0 where it has no glyph. */
export const ${name} = { first: ${first},
${lines.join('\n')}
} as const;
`;
});
const text = `// Written by scripts/font-advances.mjs from the files of @fontsource/inter and @fontsource/jetbrains-mono.

${tables.join('\n')}
/** Every glyph of JetBrains Mono, in thousandths of an em. */
export const MONO = ${mono};
`;
const before = process.argv.includes('--check') ? readFileSync(target, 'utf8') : null;
writeFileSync(target, text);
const format = spawnSync(process.execPath, [
  `${root}node_modules/@biomejs/biome/bin/biome`,
  'format',
  '--write',
  target,
]);
if (format.status !== 0) throw new Error(`biome could not format ${target}: ${format.stderr}`);
if (before !== null && before !== readFileSync(target, 'utf8')) {
  console.error('src/domain/diagram/advances.ts is not what the fonts say; it has been rewritten');
  process.exitCode = 1;
}
