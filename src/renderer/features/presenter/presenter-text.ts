export const presenterText = {
  present: 'Present',
  presentHelp: 'Present to a room (F5)',
  where: (at: number, count: number) => `${at + 1} of ${count}`,
  trouble: 'The presenter has a message',
  lost: 'Connection lost',
  blank: { black: 'Black screen', white: 'White screen' },
  keys: 'Keys',
  blocked: 'The browser opened no second window.',
  blockedLink: 'Open the presenter’s window',
  region: 'Presentation',
} as const;
