import { parseRecordingBytes } from '../../src/host/recording/recording.ts';
import { hourRecording } from '../helpers/hour-recording.ts';
import { labBootstrap } from '../real/envoy/bootstraps.ts';
import { watchPolls } from '../real/envoy/watch-polls.ts';
import { mb, median, ms, type Row, timed } from './measure.ts';

const ROUNDS = 5;
const BYTES = 20e6;
const OPEN_MS = 2000;

/** An hour of polling as a recording: how large it is, and how long it takes to open, both against their bounds. */
export async function recordingRows(): Promise<readonly Row[]> {
  const { looks, dump } = await watchPolls();
  const bytes = Buffer.from(hourRecording({ looks, dump, yaml: labBootstrap() }));
  const taken: number[] = [];
  let polls = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { value, ms: time } = await timed(() => parseRecordingBytes('hour.anatomy', bytes));
    polls = value.events.filter(({ is }) => is === 'poll').length;
    taken.push(time);
  }
  const note = `${polls} polls, made by the recorder out of ${looks.length} looks at a real Envoy, with its log and a config_dump every ten minutes.`;
  return [
    {
      what: 'recording of an hour at two polls a second: size',
      ours: mb(bytes.length),
      bare: `bound ${mb(BYTES)}`,
      ratio: bytes.length / BYTES,
      bound: 1,
      note,
    },
    {
      what: 'the same: bytes → moments',
      ours: ms(median(taken)),
      bare: `bound ${ms(OPEN_MS)}`,
      ratio: median(taken) / OPEN_MS,
      bound: 1,
      note: `Median of ${ROUNDS}; ${note}`,
    },
  ];
}
