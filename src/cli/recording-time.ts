import { InvalidArgumentError } from 'commander';

/** A moment of a recording in milliseconds: `12.5s`, `12.5`, `800ms`, `1:02.5`, `1:00:00`. */
export function parseTime(text: string): number {
  const plain = /^(\d{1,7}(?:\.\d{1,3})?)(s|ms)?$/.exec(text);
  if (plain !== null) return Math.round(Number(plain[1]) * (plain[2] === 'ms' ? 1 : 1000));
  const clock = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(text);
  if (clock === null || Number(clock[3]) >= 60)
    throw new InvalidArgumentError('Give a time, such as 12.5s, 800ms or 1:02.5.');
  const [, hours = '0', minutes, seconds] = clock;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}
