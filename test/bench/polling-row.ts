import { createEnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { labBootstrap } from '../real/envoy/bootstraps.ts';
import { collectGarbage, mb, type Row } from './measure.ts';

/** Fifty times the usual pace, so that what V8 compiles while code is young is compiled before the measure. */
const WARM_UP = { pollMs: 10, ms: 40_000 };
const SETTLE_MS = 10_000;
const SAMPLE_MS = 5_000;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Slope of a line through equally spaced samples, per sample (least squares). */
function slope(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const above = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return above / samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}

/**
 * Live polling of one Envoy: our share of a core, and how much memory grows. Memory is what lives after a collection
 * (heap and buffers): the resident size also holds what the collector has not bothered to give back.
 */
export async function pollingRows(minutes: number): Promise<readonly Row[]> {
  const toolchain = createToolchain();
  const ignore = { snapshot: () => undefined, ended: () => undefined };
  const warming = createEnvoyBench({ toolchain, pollMs: WARM_UP.pollMs });
  await warming.start(labBootstrap(), ignore);
  await pause(WARM_UP.ms);
  await warming.close();
  const bench = createEnvoyBench({ toolchain });
  let looks = 0;
  await bench.start(labBootstrap(), {
    snapshot: () => {
      looks += 1;
    },
    ended: () => undefined,
  });
  await pause(SETTLE_MS);
  const live = (): number => {
    // Twice: what the first one only marks as old the second one takes.
    collectGarbage();
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const samples = [live()];
  const resident = process.memoryUsage.rss();
  const before = looks;
  const begin = performance.now();
  // Collections are the bench's doing, not the app's: their time is taken out.
  let collecting = process.cpuUsage();
  let collected = 0;
  const cpuBegin = process.cpuUsage();
  while (performance.now() - begin < minutes * 60_000) {
    await pause(SAMPLE_MS);
    collecting = process.cpuUsage();
    samples.push(live());
    const spent = process.cpuUsage(collecting);
    collected += spent.user + spent.system;
  }
  const seconds = (performance.now() - begin) / 1000;
  const cpu = process.cpuUsage(cpuBegin);
  const share = ((cpu.user + cpu.system - collected) / 1e6 / seconds) * 100;
  const seen = looks - before;
  const residentGrowth = process.memoryUsage.rss() - resident;
  await bench.close();
  const first = samples[0] ?? Number.NaN;
  const last = samples.at(-1) ?? Number.NaN;
  const hourly = ((slope(samples) * 3_600_000) / SAMPLE_MS / first) * 100;
  const window = `${minutes} min measured, ${seen} looks told`;
  return [
    {
      what: 'live polling, one proxy: share of a core',
      ours: `${share.toFixed(2)} %`,
      bare: 'bound 1 %',
      ratio: share,
      bound: 1,
      note: `${window}; user and system time of our process, Envoy's own not counted.`,
    },
    {
      what: 'live polling, one proxy: memory growth in an hour',
      ours: `${hourly.toFixed(1)} %`,
      bare: 'bound 5 %',
      ratio: hourly,
      bound: 5,
      note: `${window}, extrapolated by the line through ${samples.length} samples: live memory ${mb(first)} → ${mb(last)}; resident size ${residentGrowth < 0 ? '−' : '+'}${mb(Math.abs(residentGrowth))} of ${mb(resident)}.`,
    },
  ];
}
