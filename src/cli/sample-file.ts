import { inputFailure } from '../contract/failure.ts';
import { locate } from '../host/shell/locate.ts';

/**
 * Where the sample workload is, which a lab is done with when no file is named.
 * @throws FailureError `no-sample`
 */
export function samplePath(): string {
  const path = locate(import.meta.url, 'resources/samples/payments.yaml');
  if (path !== null) return path;
  throw inputFailure(
    'no-sample',
    'The sample workload is not there.',
    'Name a file, or install the app anew.',
  );
}
