import type { ToolProgress } from '../../../contract/types.ts';

export const toolsText = {
  region: 'Fetching programs',
  looking: 'Looking for istioctl and Envoy',
  cancel: 'Cancel',
  again: 'Try again',
  stays: 'The recording stays on the stage.',
  cancelled: 'Fetching was cancelled.',
  noIstioctl: 'Without istioctl only the recording and files that hold a sidecar can be shown.',
  noEnvoy: 'Without Envoy nothing can be validated or run.',
  waits: (name: string) => `${name} will be injected when istioctl is here.`,
  kept: (name: string) => `${name} is kept for then.`,
  next: (next: string) => `then ${next}`,
} as const;

/** `12.4 of 37.0 MB`, `12.4 MB`, or nothing where no byte is counted. */
export function amount(progress: ToolProgress): string {
  if (progress.doneBytes === null) return '';
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return progress.totalBytes === null
    ? `${megabytes(progress.doneBytes)} MB`
    : `${megabytes(progress.doneBytes)} of ${megabytes(progress.totalBytes)} MB`;
}
