import { expect, it } from 'vitest';
import { FailureError } from '../../contract/failure.ts';
import { createTextWork } from './text-work.ts';

const bytes = Buffer.from('a: b\n'.repeat(50_000));

it('stops reading a large input when it is called off', async () => {
  const controller = new AbortController();
  const reading = createTextWork().prepare({ name: 'in.yaml', bytes }, controller.signal);
  setImmediate(() => controller.abort());
  const thrown = await reading.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(FailureError);
  expect(thrown).toMatchObject({ failure: { code: 'cancelled' } });
});
