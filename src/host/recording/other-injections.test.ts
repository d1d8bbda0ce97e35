import { expect, test } from 'vitest';
import { inputFailure } from '../../contract/failure.ts';
import { askOther, othersWithin, withOthers } from './other-injections.ts';
import { createRecorder } from './recorder.ts';
import { parseRecording } from './recording.ts';
import { createReel } from './reel.ts';

const TEXTS = { original: null, injectConfig: null, meshConfig: null, values: null };
const named = (text: string) => ({ name: 'injected.yaml', text });

/** A recording in which two inputs were opened. */
function recorded(): string {
  const recorder = createRecorder({
    ...{ name: 'a.yaml', app: '1', now: new Date(0), includeSecrets: true, folders: [], names: [] },
  });
  const reel = createReel(recorder);
  for (const text of ['first', 'second'])
    reel.opened({
      ...{ name: 'a.yaml', native: false, notes: [], commands: [], tools: [] },
      texts: { ...TEXTS, injected: named(text) },
    });
  return recorder.finish();
}

test('each input gets what it gave the other way, in a recording that can be read', async () => {
  const text = withOthers(recorded(), [named('first, native'), named('second, native')]);
  const { events, texts } = await parseRecording('a', text);
  const kept = events.flatMap((event) =>
    event.is === 'opened' ? [texts.get(event.texts.counterpart ?? -1)?.text] : [],
  );
  expect(kept).toEqual(['first, native', 'second, native']);
});

test('what could not be had changes nothing', () => {
  expect(withOthers(recorded(), [{ problem: 'no istioctl' }, null])).toBe(recorded());
  expect(withOthers(recorded(), [])).toBe(recorded());
});

test('an injection that takes too long is given up and said, the others are kept', async () => {
  const never = new Promise<null>(() => undefined);
  const [other, late] = await othersWithin([Promise.resolve(named('a')), never], 20);
  expect(other).toEqual(named('a'));
  expect(late).toMatchObject({ problem: expect.stringContaining('istioctl took longer') });
});

test('called off it is asked for once more; what fails is told, what has no other way is not', async () => {
  const failing = (code: string) => () => Promise.reject(inputFailure(code, 'Why.', 'What.'));
  let asked = 0;
  const again = () => (++asked === 1 ? failing('cancelled')() : Promise.resolve(named('a')));
  expect(await askOther(again)).toEqual(named('a'));
  expect(await askOther(failing('no-counterpart'))).toBeNull();
  expect(await askOther(failing('inject-failed'))).toEqual({ problem: 'Why.' });
});
