// One compiler run a world: what a world may not touch does not compile there.
import { spawnSync } from 'node:child_process';

const tsc = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname;
let failed = false;
for (const world of ['domain', 'contract', 'node', 'renderer', 'tests']) {
  const { status } = spawnSync(
    process.execPath,
    [tsc, '--project', `tsconfig.${world}.json`, '--pretty', 'false'],
    { stdio: 'inherit' },
  );
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
