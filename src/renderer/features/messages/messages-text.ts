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
} as const;
