// `npm start [-- FILE]`: the only set-up there is. Installs packages, builds, opens the app: in Electron where its
// program is here, else in a browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensurePackages, main, nodeProblem, root, StepError, say } from './lib/bootstrap.mjs';
import { ensureFullBuild } from './lib/build.mjs';
import { ensureElectron } from './lib/electron.mjs';
import { startWords } from './lib/start-words.mjs';
import { windowProblem } from './lib/window-problem.mjs';

/** Runs a program in this terminal until it ends; Ctrl-C reaches it, other signals are handed on. */
function inForeground(program, args, env = process.env) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    // The terminal sends it to the whole group already; we only must not end before the child has cleaned up.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.once('error', (error) => failed(new StepError(`${program} could not start: ${error.message}`)));
    child.once('exit', (code, signal) => done(code ?? (signal === null ? 1 : 0)));
  });
}

await main(async () => {
  const problem = nodeProblem();
  if (problem !== null) throw new StepError(problem);
  const { options, files } = startWords(process.argv.slice(2), process.env.INIT_CWD ?? '.');
  await ensurePackages();
  await ensureFullBuild();
  const reason = windowProblem(process.platform, process.env, process.getuid?.() === 0);
  const electron = reason === null ? await ensureElectron() : { reason };
  if (electron.program !== undefined) {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    return await inForeground(electron.program, [root, ...files], env);
  }
  say(`no window, as Electron cannot be used (${electron.reason}): opening the same app in a browser`);
  return await inForeground(process.execPath, [
    join(root, 'out', 'node', 'cli.js'),
    'serve',
    ...(options.includes('--json') ? [] : ['--sentence']),
    ...options,
    ...files,
  ]);
});
