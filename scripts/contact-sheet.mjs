// `npm run contact-sheet`: every golden drawing on one page, to be looked at; a drawing that has changed stands beside the old one.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { root } from './lib/bootstrap.mjs';

const folder = join(root, 'test', 'golden');
const CHANGED = '-changed.svg';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const exporter = (path) => runnerImport(join(root, path), { root, configFile: false, logLevel: 'error' });
const { fontRules } = (await exporter('src/host/export/font-rules.ts')).module;
const { withFonts } = (await exporter('src/domain/diagram/formats/font-rules.ts')).module;

/**
 * A drawing as a picture of its own, so that no style and no script of it reaches the page; with its letters in it, since those
 * of the machine that looks at it are of other widths, and show collisions that are not there.
 */
async function figure(file, note) {
  const plain = readFileSync(join(folder, file), 'utf8');
  const title = /<title>([^<]*)<\/title>/.exec(plain)?.[1] ?? '';
  const svg = Buffer.from(withFonts(plain, await fontRules(plain, '')));
  return `<figure><img alt="${title}" src="data:image/svg+xml;base64,${svg.toString('base64')}"><figcaption><b>${escaped(file)}</b> ${note}<br>${title}</figcaption></figure>`;
}

const files = readdirSync(folder).filter((file) => file.endsWith('.svg'));
const figures = await Promise.all(
  files
    .filter((file) => !file.endsWith(CHANGED))
    .flatMap((file) => {
      const changed = file.replace(/\.svg$/, CHANGED);
      return files.includes(changed)
        ? [figure(file, 'as it was'), figure(changed, 'as it is drawn now')]
        : [figure(file, '')];
    }),
);
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Golden drawings</title>
<style>
body { margin: 24px; background: #dfe3e7; font: 14px/1.4 system-ui, sans-serif; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(620px, 1fr)); gap: 20px; }
figure { margin: 0; }
img { display: block; width: 100%; box-shadow: 0 1px 6px #0003; }
</style>
<h1>${figures.length} drawings</h1>
<main>
${figures.join('\n')}
</main>
</html>
`;
const out = join(root, 'out', 'contact-sheet.html');
mkdirSync(join(root, 'out'), { recursive: true });
writeFileSync(out, page);
process.stdout.write(`${figures.length} drawings: ${pathToFileURL(out).href}\n`);
