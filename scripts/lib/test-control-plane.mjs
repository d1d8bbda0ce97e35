// A real Kubernetes API server for tests: etcd and kube-apiserver, built once from pinned Go modules and kept in the cache.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, StepError, say } from './bootstrap.mjs';
import { toolchain } from './test-tools.mjs';

/** Kubernetes alone is 1,500 packages; on one slow core. */
const BUILD_MS = 60 * 60_000;

/**
 * @returns variables for the test run: `SIDECAR_ANATOMY_ETCD`, `SIDECAR_ANATOMY_KUBE_APISERVER`. A program that one of them
 *   names already is taken as it is.
 */
export async function ensureControlPlane() {
  const { acquireLock, cacheFolder, toolchainLock } = await toolchain();
  const { controlPlane: pin } = toolchainLock;
  const folder = join(cacheFolder(process.env, process.platform), 'control-plane', pin.kubernetes.version);
  const found = {};
  for (const [name, { variable, version }] of Object.entries(pin.forTests)) {
    const named = process.env[variable];
    found[variable] =
      named !== undefined && existsSync(named) ? named : join(folder, `${name}-${version}${ending()}`);
  }
  if (Object.values(found).every((path) => existsSync(path))) return found;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = await acquireLock(join(folder, 'lock'));
  try {
    for (const [name, { variable, package: path }] of Object.entries(pin.forTests))
      if (!existsSync(found[variable])) await build(name, path, found[variable], pin.kubernetes);
    return found;
  } finally {
    await release();
  }
}

function ending() {
  return process.platform === 'win32' ? '.exe' : '';
}

async function build(name, path, output, kubernetes) {
  const { findGo, goEnvironment } = await toolchain();
  const go = findGo(process.env, process.platform);
  if (go === null)
    throw new StepError(`${name} for the tests is built from source: install Go 1.26 or newer (go.dev)`);
  say(`building ${name} for the tests from pinned source, some minutes, once`);
  const unfinished = `${output}.${process.pid}`;
  try {
    const args = [
      'build',
      '-mod=readonly',
      '-trimpath',
      '-ldflags',
      linkerFlags(kubernetes),
      '-o',
      unfinished,
      path,
    ];
    const env = { ...process.env, ...goEnvironment(process.env) };
    const cwd = join(root, 'toolchain', 'control-plane');
    const { code, output: said } = await run(go, args, { cwd, env, timeoutMs: BUILD_MS });
    if (code !== 0) throw new StepError(`${name} for the tests could not be built`, said);
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, output);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Without these the server calls itself `v0.0.0-master+$Format:%H$`, which istioctl cannot read. */
function linkerFlags({ version }) {
  const variable = 'k8s.io/component-base/version';
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version);
  return [
    '-s -w',
    `-X ${variable}.gitVersion=${version}`,
    `-X ${variable}.gitMajor=${major}`,
    `-X ${variable}.gitMinor=${minor}`,
  ].join(' ');
}
