// `npm test [-- STEP …]`: installs what is missing, runs everything, closes with one line `N passed, N failed`.
// A tool that could not be had is a failure, and so is a suite that ran no test.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureNodeBuild,
  ensurePackages,
  Interrupted,
  nodeProblem,
  root,
  StepError,
  sayFailure,
} from './lib/bootstrap.mjs';
import { countFile, countPlaywright, countVitest } from './lib/reports.mjs';

const reports = join(root, 'out', 'reports');
const module = (...path) => join(root, 'node_modules', ...path);
const MINUTE = 60_000;

/** Variables for the programs that the steps start: where the tools are. */
const env = { ...process.env };

/** Runs a Node program in this terminal; null as exit code when its time limit ran out. */
function node(args, limitMs, extra = {}) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, ...extra },
    });
    const timer = setTimeout(() => {
      process.stderr.write(`its time limit of ${limitMs / MINUTE} minutes ran out\n`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    }, limitMs);
    child.once('error', failed);
    child.once('exit', (code) => {
      clearTimeout(timer);
      done(code);
    });
  });
}

/** A step that is one check. */
async function check(args, limitMs) {
  const code = await node(args, limitMs);
  return code === 0
    ? { passed: 1, failed: 0, why: [] }
    : { passed: 0, failed: 1, why: [`it ended with ${code}`] };
}

async function allOf(...steps) {
  let sum = { passed: 1, failed: 0, why: [] };
  for (const step of steps) {
    const { failed, why } = await step();
    if (failed > 0) sum = { passed: 0, failed: 1, why: [...sum.why, ...why] };
  }
  return sum;
}

/** A preparation: counts only when it fails, once for each thing that is missing. */
async function prepare(work) {
  const problems = (await work()) ?? [];
  return { passed: 0, failed: problems.length, why: problems };
}

async function vitest(project, limitMs) {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await node([module('vitest', 'vitest.mjs'), ...args], limitMs);
  return countFile(report, countVitest, code);
}

async function playwright(project, limitMs) {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const args = ['test', '--project', project];
  const extra = { SIDECAR_ANATOMY_E2E_REPORT: report };
  const code = await node([module('@playwright', 'test', 'cli.js'), ...args], limitMs, extra);
  return countFile(report, countPlaywright, code);
}

/** Named alone, a step finds the build of today all the same; after the step `build` this takes no time. */
async function built(step) {
  const { ensureFullBuild } = await import('./lib/build.mjs');
  await ensureFullBuild({ electron9: true });
  return step();
}

async function builds() {
  const { ensureFullBuild } = await import('./lib/build.mjs');
  await ensureFullBuild({ electron9: true });
  return { passed: 1, failed: 0, why: [] };
}

/** In order: name and what it does. What comes before `lint` prepares; the rest is counted. */
const steps = {
  packages: () => prepare(ensurePackages),
  // The toolchain is the product's own: it is built before it can fetch the programs.
  'command line': () => prepare(ensureNodeBuild),
  programs: () =>
    prepare(async () => {
      const { ensurePrograms } = await import('./lib/test-tools.mjs');
      const { env: found, problems } = await ensurePrograms();
      Object.assign(env, found);
      return problems;
    }),
  chromium: () =>
    prepare(async () => {
      const { ensureChromium } = await import('./lib/test-tools.mjs');
      env.SIDECAR_ANATOMY_CHROMIUM = await ensureChromium();
    }),
  electron: () =>
    prepare(async () => {
      const { ensureTestElectron } = await import('./lib/test-electron.mjs');
      Object.assign(env, await ensureTestElectron());
    }),
  'control plane': () =>
    prepare(async () => {
      const { ensureControlPlane } = await import('./lib/test-control-plane.mjs');
      Object.assign(env, await ensureControlPlane());
    }),
  lint: () =>
    allOf(
      () => check([module('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'], 5 * MINUTE),
      () => check(['scripts/check-rooms.mjs'], MINUTE),
    ),
  types: () => check(['scripts/typecheck.mjs'], 10 * MINUTE),
  build: builds,
  unit: () => vitest('unit', 20 * MINUTE),
  real: () => built(() => vitest('real', 20 * MINUTE)),
  e2e: () => built(() => playwright('browser', 30 * MINUTE)),
  smoke: () => built(() => playwright('electron', 10 * MINUTE)),
};

async function runStep(name, work) {
  process.stdout.write(`\n── ${name}\n`);
  const begin = performance.now();
  let count;
  try {
    count = await work();
  } catch (error) {
    if (error instanceof Interrupted) error.end();
    if (error instanceof StepError) sayFailure(error);
    else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    count = { passed: 0, failed: 1, why: [error instanceof Error ? error.message : String(error)] };
  }
  return { name, ...count, seconds: (performance.now() - begin) / 1000 };
}

function summary({ name, passed, failed, why, seconds }) {
  const numbers = passed + failed === 0 ? 'ready' : `passed ${passed}, failed ${failed}`;
  const reasons = why.length === 0 ? '' : `: ${why.join('; ')}`;
  return `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(13)} ${numbers}, ${seconds.toFixed(0)} s${reasons}`;
}

const problem = nodeProblem();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exit(1);
}
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no step ${unknown.join(', ')}: the steps are ${Object.keys(steps).join(', ')}.\n`,
  );
  process.exit(2);
}
mkdirSync(reports, { recursive: true });
const results = [];
for (const [name, work] of Object.entries(steps)) {
  const preparing = Object.keys(steps).indexOf(name) < Object.keys(steps).indexOf('lint');
  if (asked.length === 0 || asked.includes(name) || preparing) results.push(await runStep(name, work));
  // Without packages nothing else can run.
  if (name === 'packages' && results.at(-1).failed > 0) break;
}
process.stdout.write(`\n${results.map(summary).join('\n')}\n\n`);
const failures = results.flatMap(({ name, tests = [] }) => tests.map((test) => `${name}: ${test}`));
if (failures.length > 0)
  process.stdout.write(`What failed:\n${failures.map((line) => `  ${line}`).join('\n')}\n\n`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
