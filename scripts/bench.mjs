// Measures the budgets side by side with the bare programs and writes the table in docs/performance.md.
// npm run bench [-- --only dump,polling] [--minutes 3]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/performance.md');
const begin = '<!-- bench: begin -->';
const end = '<!-- bench: end -->';
const all = ['dump', 'polling'];

const { values } = parseArgs({
  options: { only: { type: 'string' }, minutes: { type: 'string', default: '3' } },
});
const names = values.only === undefined ? all : values.only.split(',');

/** Builds the measures and the workers that the product ships, from their sources. */
async function buildMeasures() {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'out/bench',
      minify: false,
      rollupOptions: {
        input: {
          rows: 'test/bench/rows.ts',
          'config-dump-worker': 'src/host/envoy/config-dump-worker.ts',
          'anatomy-worker': 'src/host/study/anatomy-worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true, external: ['@resvg/resvg-wasm', '@playwright/test'] },
  });
}

function measure(name) {
  console.error(`bench: ${name} …`);
  const run = spawnSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=6144', join(root, 'out/bench/rows.js'), name, values.minutes],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 },
  );
  if (run.status !== 0) throw new Error(`the measure ${name} failed with exit code ${run.status}`);
  return JSON.parse(run.stdout.trim().split('\n').at(-1));
}

const cell = (text) => text.replaceAll('|', '\\|');
function line(row) {
  const held = row.ratio <= row.bound;
  const figures = [
    row.what,
    row.ours,
    row.bare,
    row.ratio.toFixed(2),
    `≤ ${row.bound}`,
    held ? 'held' : '**missed**',
  ];
  return `| ${figures.map(cell).join(' | ')} |`;
}

function table(rows) {
  const cpu = cpus();
  return [
    begin,
    `Measured ${new Date().toISOString().slice(0, 10)} on ${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
    '',
    '| what | ours | bare | ratio | bound | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(line),
    '',
    ...rows.map((row) => `- ${row.what}: ${row.note}`),
    end,
  ].join('\n');
}

function write(rows) {
  const head =
    '# Performance\n\nWritten by `npm run bench`: every figure beside the bare program that does the same work, in one run on one machine.\n\n';
  const old = existsSync(page) ? readFileSync(page, 'utf8') : `${head}${begin}\n${end}\n`;
  const from = old.indexOf(begin);
  const to = old.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table: ${begin} … ${end}`);
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(page, `${old.slice(0, from)}${table(rows)}${old.slice(to + end.length)}`);
}

await buildMeasures();
const rows = names.flatMap(measure);
for (const row of rows) console.log(`${line(row)}\n    ${row.note}`);
// A part of the measures is for looking at, not for the page.
if (values.only === undefined) write(rows);
process.exitCode = rows.every((row) => row.ratio <= row.bound) ? 0 : 1;
