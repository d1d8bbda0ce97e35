// `npm run recordings [-- NAME…]`: makes the recordings that come with the app anew, from real runs. A run that ends otherwise than
// its recording says fails, and what was there stays.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNodeBuild, ensurePackages, main, root, StepError, say } from './lib/bootstrap.mjs';

const SAMPLE = join('resources', 'samples', 'payments.yaml');
const FOLDER = join(root, 'resources', 'recordings');

/** A module of ours, as the build would run it. */
async function load(file) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, file), { root, configFile: false, logLevel: 'error' });
  return module;
}

function make(plan, out, env) {
  say(`recording ${plan.name}: ${plan.title}`);
  const args = ['record', SAMPLE, ...plan.args, '--out', out];
  const { status, stderr } = spawnSync(join(root, 'bin', 'sidecar-anatomy'), args, {
    ...{ cwd: root, env, encoding: 'utf8' },
  });
  if (status !== 0) throw new StepError(`${plan.name} could not be recorded: ${stderr.trim()}`);
}

await main(async () => {
  await ensurePackages();
  await ensureNodeBuild();
  const { ensurePrograms } = await import('./lib/test-tools.mjs');
  const { env, problems } = await ensurePrograms();
  if (problems.length > 0) throw new StepError(problems.join(' '));
  const { SHIPPED, endingProblem } = await load('src/host/recording/shipped.ts');
  const { readRecording } = await load('src/host/recording/recording.ts');
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !SHIPPED.some((plan) => plan.name === name));
  if (unknown.length > 0) throw new StepError(`there is no recording ${unknown.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-recordings-'));
  try {
    const plans = SHIPPED.filter(({ name }) => names.length === 0 || names.includes(name));
    for (const plan of plans) make(plan, join(folder, plan.name), { ...process.env, ...env });
    for (const plan of plans) {
      const { film } = await readRecording(join(folder, plan.name));
      const problem = endingProblem(plan, film);
      if (problem !== null) throw new StepError(`${plan.name}: ${problem}`);
    }
    for (const { name } of plans) {
      // Beside its place first: a rename is whole or not at all.
      copyFileSync(join(folder, name), join(FOLDER, `${name}.new`));
      renameSync(join(FOLDER, `${name}.new`), join(FOLDER, name));
    }
    say(`${plans.length} recordings are in resources/recordings`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});
