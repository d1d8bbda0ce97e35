import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../src/host/envoy/port-owner.ts';
import { manifestFiles } from '../../src/host/inject/manifest-cache.ts';
import { checkBootstrapLab } from '../../src/host/lab/check-bootstrap-lab.ts';
import { createInlineLabReader } from '../../src/host/lab/lab-reader.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { LAB_SCRIPT } from './lab-script.ts';
import { median, ms, type Row } from './measure.ts';

const SAMPLE = 'resources/samples/payments.yaml';
const ROUNDS = 15;

interface Place {
  readonly folder: string;
  readonly istioctl: string;
  readonly envoy: string;
}

/** A command to its end, in milliseconds, Node's own start included. */
function timedRun(program: string, args: readonly string[]): number {
  const begin = performance.now();
  const run = spawnSync(program, [...args], { encoding: 'utf8' });
  const took = performance.now() - begin;
  if (run.status !== 0) throw new Error(`${program} ended with ${run.status}: ${run.stderr} ${run.stdout}`);
  return took;
}

async function port(): Promise<string> {
  const free = await findFreePort('127.0.0.1');
  if (free === null) throw new Error('no port is free');
  return String(free);
}

/** Both did the whole lab, or the row compares nothing. */
async function mustPass(folder: string): Promise<void> {
  const report = await checkBootstrapLab(
    { toolchain: createToolchain(), reader: createInlineLabReader() },
    {
      place: { lab: 'bootstrap', folder, shown: folder },
      start: {},
      askEnvoy: false,
      signal: new AbortController().signal,
    },
  );
  if (!report.passed) throw new Error(`${folder} does not pass: ${JSON.stringify(report.steps)}`);
}

async function ours({ folder }: Place): Promise<number> {
  const out = join(folder, 'ours');
  const cli = ['out/node/cli.js', 'lab', 'bootstrap', SAMPLE, '--out', out, '--admin-port', await port()];
  const took = timedRun(process.execPath, cli);
  await mustPass(out);
  rmSync(out, { recursive: true });
  return took;
}

async function script({ folder, istioctl, envoy }: Place): Promise<number> {
  const out = join(folder, 'script');
  cpSync(join(folder, 'given'), out, { recursive: true });
  const took = timedRun('sh', ['-c', LAB_SCRIPT, 'lab', out, istioctl, envoy, await port()]);
  await mustPass(out);
  rmSync(out, { recursive: true });
  return took;
}

async function prepare(): Promise<Place> {
  const toolchain = createToolchain();
  const [istioctl, envoy] = [await toolchain.find('istioctl'), await toolchain.find('envoy')];
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-bench-'));
  const { injectConfig, meshConfig, values } = await manifestFiles(
    istioctl.path,
    istioctl.version,
    toolchain.cacheDir,
  );
  const given = join(folder, 'given');
  cpSync(SAMPLE, join(given, 'payments.yaml'), { recursive: true });
  writeFileSync(join(given, 'config.yaml'), injectConfig.text);
  writeFileSync(join(given, 'mesh-config.yaml'), `${meshConfig.text}\n`);
  writeFileSync(join(given, 'values.yaml'), values.text);
  return { folder, istioctl: istioctl.path, envoy: envoy.path };
}

/** Whole labs in turn: one by the command line, one by the script; the first of each is not counted. */
export async function labRow(): Promise<Row> {
  const place = await prepare();
  const times: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    times.push({ ours: await ours(place), bare: await script(place) });
  rmSync(place.folder, { recursive: true });
  const counted = times.slice(1);
  const [mine, bare] = [median(counted.map((one) => one.ours)), median(counted.map((one) => one.bare))];
  return {
    what: 'whole bootstrap lab: `lab bootstrap`',
    ours: ms(mine),
    bare: `script ${ms(bare)}`,
    ratio: mine / bare,
    bound: 1.2,
    note: `Median of ${ROUNDS} rounds each, in turn, Node’s own start counted; every folder passed the grader. The script runs the same istioctl, Envoy and curl, one after the other, with sed, awk and grep in place of yq and jq; it has the injection files, and the app has them in its cache.`,
  };
}
