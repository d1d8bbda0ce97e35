import { dumpRow } from './dump-row.ts';
import type { Row } from './measure.ts';
import { pollingRows } from './polling-row.ts';

/** What can be measured, each in a process of its own: `rows.js NAME MINUTES` prints its rows as JSON. */
const measures: Readonly<Record<string, (minutes: number) => Promise<readonly Row[]>>> = {
  dump: async () => [await dumpRow()],
  polling: pollingRows,
};

const [, , name = '', minutes = '3'] = process.argv;
const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
if (measure === undefined) throw new Error(`measures are ${Object.keys(measures).join(', ')}`);
process.stdout.write(`${JSON.stringify(await measure(Number(minutes)))}\n`);
process.exit(0);
