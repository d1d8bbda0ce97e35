/** A time in a recording, as its clock shows it: `0:03.2`, `1:02:03.4`. @param t in milliseconds */
export function clockWords(t: number): string {
  const tenths = Math.floor(t / 100);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

/** Which moment of a recording a picture is of. */
export const filmWords = (at: number, duration: number): string =>
  `at ${clockWords(at)} of ${clockWords(duration)}`;
