import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tuneForOneRun } from '../../src/cli/one-run.ts';
import { readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import { buildScene } from '../../src/domain/diagram/build-scene.ts';
import { sceneToSvg } from '../../src/domain/diagram/svg.ts';
import { LIGHT } from '../../src/domain/diagram/theme.ts';
import { kubeInjectArguments } from '../../src/domain/inject/arguments.ts';
import { createSourceShelf, type ReadText } from '../../src/domain/yaml/shelf.ts';
import { createInjector, type InjectResult } from '../../src/host/inject/injector.ts';
import { createTextWork } from '../../src/host/inject/text-work.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { stage } from '../helpers/drawings.ts';
import { median, ms, type Row, timed } from './measure.ts';

const SAMPLE = 'resources/samples/payments.yaml';

/** What one round in a process of its own gives, in milliseconds. */
interface Round {
  /** From bytes to the drawing, longer than istioctl alone on the same files. */
  readonly ours: number;
  /** istioctl kube-inject alone, started on the same files. */
  readonly bare: number;
  readonly drawn: number;
}

/** The sample `count` times over, each under a name of its own. */
function manyOf(count: number): string {
  const one = readFileSync(SAMPLE, 'utf8').replace(/\n---\s*$/, '\n');
  return Array.from({ length: count }, (_, n) => one.replaceAll(/\bpayments\b/g, `payments-${n}`)).join(
    '\n---\n',
  );
}

function bareInject(program: string, input: string, result: InjectResult): number {
  const folder = mkdtempSync(join(tmpdir(), 'sidecar-anatomy-bench-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const args = kubeInjectArguments({
    input: write('input.yaml', input),
    injectConfig: write('config.yaml', result.injectConfig.text),
    meshConfig: write('mesh.yaml', result.meshConfig.text),
    values: write('values.yaml', result.values.text),
  });
  const begin = performance.now();
  const run = spawnSync(program, [...args], {
    maxBuffer: 2 ** 28,
    env: { HOME: folder, KUBECONFIG: '/dev/null' },
  });
  const took = performance.now() - begin;
  rmSync(folder, { recursive: true, force: true });
  if (run.status !== 0) throw new Error(`istioctl ended with ${run.status}: ${String(run.stderr)}`);
  return took;
}

function drawing(result: InjectResult, read: ReadText, toSvg: boolean): number {
  const anatomy = readAnatomy(result, read);
  const scene = buildScene(stage(anatomy.workload(0, { variant: 'lab', start: {} }), { height: 720 }));
  return toSvg ? sceneToSvg(scene, LIGHT).length : anatomy.summaries.length;
}

/** One round; the manifest of this istioctl is in the app's cache already, or is put there by a round not counted. */
export async function shareRound(count: number): Promise<Round> {
  // As the command line does before anything else.
  tuneForOneRun();
  const toolchain = createToolchain();
  const program = await toolchain.require('istioctl');
  const shelf = createSourceShelf();
  const injector = createInjector({ toolchain, texts: createTextWork(shelf) });
  const text = manyOf(count);
  const bytes = new Uint8Array(Buffer.from(text));
  const whole = await timed(async () => {
    const result = await injector.inject({
      name: 'bench.yaml',
      bytes,
      injection: [],
      native: false,
    });
    return { result, drawn: drawing(result, shelf.read, count === 1) };
  });
  const { result, drawn } = whole.value;
  const bare = bareInject(program, text, result);
  return { ours: whole.ms - bare, bare, drawn };
}

/** Rounds in processes of their own, as on the command line: nothing is warm but the file cache. */
function rounds(count: number, times: number): readonly Round[] {
  const script = process.argv[1] ?? '';
  const once = (): Round => {
    const run = spawnSync(process.execPath, [script, 'share-round', String(count)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error(`a round ended with ${run.status}`);
    return JSON.parse(run.stdout) as Round;
  };
  once();
  return Array.from({ length: times }, once);
}

function row(what: string, all: readonly Round[], note: string): Row {
  const ours = median(all.map((round) => round.ours));
  const bare = median(all.map((round) => round.bare));
  return { what, ours: ms(ours), bare: `istioctl ${ms(bare)}`, ratio: ours / bare, bound: 1, note };
}

export async function shareRows(): Promise<readonly Row[]> {
  return [
    row(
      'one Deployment: inject → diagram SVG, our share',
      rounds(1, 7),
      'Median of 7 fresh processes, Node’s own start not counted; the manifest of this istioctl was cached. The app runs istioctl with Go’s collector off; beside it, it runs as a shell would.',
    ),
    row(
      '1,000 Deployments: parse + model + overview, our share',
      rounds(1000, 3),
      'Median of 3 fresh processes; everything beyond istioctl alone, which runs as a shell would.',
    ),
  ];
}
