/** What can be measured, each in a process of its own: `rows.js NAME NUMBER` prints its result as JSON. */
const measures: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
  // Each loads its own modules only: what the others need would count as memory of all.
  lab: async () => [await (await import('./lab-row.ts')).labRow()],
  share: async () => (await import('./share-row.ts')).shareRows(),
  'share-round': async (count) => (await import('./share-row.ts')).shareRound(count),
  dump: async () => [await (await import('./dump-row.ts')).dumpRow()],
  polling: async (minutes) => (await import('./polling-row.ts')).pollingRows(minutes),
  recording: async () => (await import('./recording-row.ts')).recordingRows(),
  frames: async () => (await import('./frames-row.ts')).frameRows(),
  picture: async () => [await (await import('./first-picture-row.ts')).firstPictureRow()],
};

const [, , name = '', number = '1'] = process.argv;
const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
if (measure === undefined) throw new Error(`measures are ${Object.keys(measures).join(', ')}`);
process.stdout.write(`${JSON.stringify(await measure(Number(number)))}\n`);
process.exit(0);

export {};
