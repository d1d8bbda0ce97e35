export const messagesText = {
  dismiss: 'Dismiss',
  show: (place: string) => `Show ${place}`,
  evidence: 'What the program itself said',
  cancel: 'Cancel',
  still: (name: string) => `The picture still shows ${name}.`,
  recording: (name: string) => `the recording of ${name}`,
  elapsed: (seconds: number, documents: number | null) =>
    documents === null ? `${seconds} s` : `${documents.toLocaleString('en')} documents · ${seconds} s`,
  again: 'Try again',
  onPort: (port: number) => `Run on port ${port}`,
  lost: 'The connection to Sidecar Anatomy is lost: its background program has ended or does not answer.',
  lostHint:
    'What you see was seen last and is not live. Start the application again and open your file there; if it comes back by itself, this goes away.',
} as const;
