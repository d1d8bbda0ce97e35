export const appText = {
  crashed: 'The window stopped working.',
  crashedHint: 'Nothing is lost: what you opened and edited is kept and comes back when you reload.',
  reload: 'Reload',
} as const;
