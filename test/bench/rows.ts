import { dumpRow } from './dump-row.ts';
import { firstPictureRow } from './first-picture-row.ts';
import { pollingRows } from './polling-row.ts';
import { shareRound, shareRows } from './share-row.ts';

/** What can be measured, each in a process of its own: `rows.js NAME NUMBER` prints its result as JSON. */
const measures: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
  share: shareRows,
  'share-round': shareRound,
  dump: async () => [await dumpRow()],
  polling: pollingRows,
  picture: async () => [await firstPictureRow()],
};

const [, , name = '', number = '1'] = process.argv;
const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
if (measure === undefined) throw new Error(`measures are ${Object.keys(measures).join(', ')}`);
process.stdout.write(`${JSON.stringify(await measure(Number(number)))}\n`);
process.exit(0);
