import { expect, test } from 'vitest';
import { DRAWINGS } from '../../../../test/helpers/drawings.ts';
import type { Study } from '../../../contract/types.ts';
import { NOT_STARTED } from '../../../domain/diagram/truth-words.ts';
import { type Pictured, pictureCommand } from './picture-command.ts';

const classic = DRAWINGS.classic?.();
if (classic === undefined) throw new Error('there is no such drawing');
const PICTURE = { ...classic, live: NOT_STARTED, width: 1240, height: 530 };
const study = { name: 'my pay.yaml', bench: 'lab', workloads: [{}] } as unknown as Study;
const PICTURED: Pictured = {
  study,
  chosen: { index: 0, native: false, shown: null, start: {} },
  theme: 'light',
  edited: false,
};

test('the command names what decides the picture, quoted for a shell', () => {
  expect(pictureCommand(PICTURE, PICTURED)).toBe(
    "sidecar-anatomy anatomy 'my pay.yaml' --scene overview --view injected --variant lab --theme light --width 1240 --height 630 --format svg --out payments-overview.svg",
  );
  const several = {
    ...PICTURED,
    study: { ...study, workloads: [{}, {}] } as unknown as Study,
    chosen: { ...PICTURED.chosen, index: 1, native: true },
  };
  expect(pictureCommand(PICTURE, several)).toContain(' --workload 2 --native --width ');
});

test('what the command line cannot make has none', () => {
  const live = { ...NOT_STARTED, rung: 'no-istiod' } as const;
  expect(pictureCommand({ ...PICTURE, live }, PICTURED)).toBeNull();
  expect(pictureCommand(PICTURE, { ...PICTURED, edited: true })).toBeNull();
  expect(pictureCommand(PICTURE, { ...PICTURED, study: { ...study, bench: 'recording' } })).toBeNull();
  const started = { ...PICTURED.chosen, start: { ip: '10.0.0.9' } };
  expect(pictureCommand(PICTURE, { ...PICTURED, chosen: started })).toBeNull();
});
