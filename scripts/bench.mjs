// Measures the budgets side by side with the bare programs and writes the table in docs/performance.md.
// npm run bench [-- --only lab,share,dump,polling,recording,frames,picture] [--minutes 5]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages, main, nodeProblem, root, StepError, say } from './lib/bootstrap.mjs';

const page = join(root, 'docs/performance.md');
const begin = '<!-- bench: begin -->';
const end = '<!-- bench: end -->';
const all = ['lab', 'share', 'dump', 'polling', 'recording', 'frames', 'picture'];

/** Programs and browser of the measures, for their environment. */
async function prepare(names) {
  const { ensureFullBuild } = await import('./lib/build.mjs');
  const { ensureChromium, ensurePrograms } = await import('./lib/test-tools.mjs');
  await ensureFullBuild();
  const { env, problems } = await ensurePrograms();
  if (problems.length > 0) throw new StepError(problems.join(' '));
  if (['picture', 'frames', 'recording'].some((name) => names.includes(name)))
    env.SIDECAR_ANATOMY_CHROMIUM = await ensureChromium();
  await buildMeasures();
  return { ...process.env, ...env };
}

/** Builds the measures and the workers that the product ships, from their sources. */
async function buildMeasures() {
  const { build } = await import('vite');
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
    ssr: { noExternal: true, external: ['@resvg/resvg-wasm', '@playwright/test', 'vite'] },
  });
}

function measure(name, minutes, env) {
  say(`measuring: ${name}`);
  const run = spawnSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=6144', join(root, 'out/bench/rows.js'), name, minutes],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26, env },
  );
  if (run.status !== 0) throw new StepError(`the measure ${name} ended with exit code ${run.status}`);
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
  return [
    begin,
    `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
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

await main(async () => {
  const problem = nodeProblem();
  if (problem !== null) throw new StepError(problem);
  const { values } = parseArgs({
    options: { only: { type: 'string' }, minutes: { type: 'string', default: '5' } },
  });
  const names = values.only === undefined ? all : values.only.split(',');
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new StepError(`there is no measure ${unknown.join(', ')}: ${all.join(', ')}`);
  if (!(Number(values.minutes) > 0)) throw new StepError('--minutes is a number above 0');
  await ensurePackages();
  const env = await prepare(names);
  const rows = names.flatMap((name) => measure(name, values.minutes, env));
  for (const row of rows) console.log(`${line(row)}\n    ${row.note}`);
  // Only a whole run, on one machine at one time, is worth the page.
  if (values.only === undefined) write(rows);
  return rows.every((row) => row.ratio <= row.bound) ? 0 : 1;
});
