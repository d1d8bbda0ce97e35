export const messagesText = {
  dismiss: 'Dismiss',
  show: (place: string) => `Show ${place}`,
  evidence: 'What the program itself said',
  cancel: 'Cancel',
  again: 'Try again',
} as const;
