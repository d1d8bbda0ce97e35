import { createEnvoyBench } from '../../src/host/envoy/envoy-bench.ts';
import { createToolchain } from '../../src/host/toolchain/toolchain.ts';
import { labBootstrap } from '../real/envoy/bootstraps.ts';
import { collectGarbage, kb, mb, median, type Row } from './measure.ts';

/** Fifty times the usual pace, so that what V8 compiles while code is young is compiled before the measure. */
const WARM_UP = { pollMs: 10, ms: 40_000 };
const SETTLE_MS = 10_000;
/** At least this apart, and not more than this many, so that an hour is measured like a minute. */
const SAMPLING = { ms: 5_000, most: 240 };

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

interface Sample {
  /** Milliseconds since the measure began. */
  readonly at: number;
  /** What lives after collections, in bytes. */
  readonly bytes: number;
}

/** Bytes a millisecond: median of the slopes between all pairs (Theil and Sen), which a collection that came late bends little. */
function slope(samples: readonly Sample[]): number {
  return median(
    samples.flatMap((one, index) =>
      samples.slice(index + 1).map((later) => (later.bytes - one.bytes) / (later.at - one.at)),
    ),
  );
}

/**
 * Live polling of one Envoy: our share of a core, and how much memory grows. What grows is measured on what lives after
 * collections (heap and buffers), warm-up left out, and set against what the process takes when the measure begins, its
 * resident size: that itself moves with what the collector has not bothered to give back, by more than an hour's growth.
 * A measure of an hour or more is taken as it is, a shorter one is led on to an hour.
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
  const before = looks;
  const begin = performance.now();
  const sample = (): Sample => ({ at: performance.now() - begin, bytes: live() });
  const samples = [sample()];
  const resident = process.memoryUsage.rss();
  const step = Math.max(SAMPLING.ms, (minutes * 60_000) / SAMPLING.most);
  // Collections are the bench's doing, not the app's: their time is taken out.
  let collecting = process.cpuUsage();
  let collected = 0;
  const cpuBegin = process.cpuUsage();
  while (performance.now() - begin < minutes * 60_000) {
    await pause(step);
    collecting = process.cpuUsage();
    samples.push(sample());
    const spent = process.cpuUsage(collecting);
    collected += spent.user + spent.system;
  }
  const seconds = (performance.now() - begin) / 1000;
  const cpu = process.cpuUsage(cpuBegin);
  const share = ((cpu.user + cpu.system - collected) / 1e6 / seconds) * 100;
  const seen = looks - before;
  const residentGrowth = process.memoryUsage.rss() - resident;
  await bench.close();
  const grown = slope(samples) * seconds * 1000;
  const percent = (grown / resident) * 100 * Math.max(1, 3600 / seconds);
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
      ours: `${percent.toFixed(1)} %`,
      bare: 'bound 5 %',
      ratio: percent,
      bound: 5,
      note: `${window}${seconds < 3600 ? ', led on to an hour' : ''}. Compared are the growth of live memory (heap and buffers after collections; ${kb(grown)} by the median slope of ${samples.length} samples, warm-up left out) and the resident size at the begin (${mb(resident)}; at the end ${mb(resident + residentGrowth)}).`,
    },
  ];
}
