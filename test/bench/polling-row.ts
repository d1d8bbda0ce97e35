import { createEnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { labBootstrap } from '../real/envoy/bootstraps.ts';
import { collectGarbage, mb, median, type Row } from './measure.ts';

/** Fifty times the usual pace, so that what V8 compiles while code is young is compiled before the measure. */
const WARM_UP = { pollMs: 10, ms: 40_000 };
const SETTLE_MS = 10_000;
const SAMPLE_MS = 5_000;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Median of the slopes between all pairs of samples, per sample (Theil and Sen): a collection that came late bends it little. */
function slope(samples: readonly number[]): number {
  const slopes = samples.flatMap((value, at) =>
    samples.slice(at + 1).map((later, ahead) => (later - value) / (ahead + 1)),
  );
  return median(slopes);
}

/**
 * Live polling of one Envoy: our share of a core, and how much memory grows. What grows is measured on what lives after
 * collections (heap and buffers) and set against what the process takes, its resident size: that itself moves with what
 * the collector has not bothered to give back, by more than an hour's growth.
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
  const hourly = ((slope(samples) * 3_600_000) / SAMPLE_MS / resident) * 100;
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
      note: `${window}, extrapolated by the median slope of ${samples.length} samples of live memory (${mb(first)} → ${mb(last)}), against a resident size of ${mb(resident)} that changed by ${residentGrowth < 0 ? '−' : '+'}${mb(Math.abs(residentGrowth))}.`,
    },
  ];
}
