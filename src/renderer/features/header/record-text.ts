export const recordText = {
  start: 'Record',
  help: 'Record what you do from now on, to be shown where no program is',
  past: 'A recording is on the stage: choose “Lab bench” to record',
  stop: (clock: string) => `Recording for ${clock}: stop`,
  stopHelp: 'It records what is done here. Press to stop and save.',
  full: 'The recording holds as much as one can, and keeps no more.',
  fullShort: 'full',
  clock: (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  made: 'Recorded',
  title: 'Save the recording',
  told: (clock: string, bytes: number) => `${clock} long, ${Math.max(1, Math.round(bytes / 1000))} kB.`,
  lacks: (why: string) =>
    `The start order is in it one way only, as the sidecar was injected: it could not be injected the other way. ${why}`,
  masking: 'Masking passwords, tokens and keys …',
  masked: (count: number, asks: boolean) => {
    if (count === 0)
      return 'No password, token or key was found in it. Look through it before you pass it on.';
    const values = count === 1 ? '1 value is' : `${count} values are`;
    return asks
      ? `With secrets, ${count === 1 ? '1 value' : `${count} values`} can be read by everybody who gets the file.`
      : `${values} masked in it: passwords, tokens and keys.`;
  },
  include: 'Include secrets …',
  includeNow: 'Save with secrets',
  save: 'Save',
  discard: 'Throw away',
  discardAsk: 'It is not saved. Throw it away?',
  discardNow: 'Throw it away',
  keep: 'Keep it',
} as const;
