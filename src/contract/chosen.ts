import { z } from 'zod';
import { MAX_INPUT_BYTES } from './limits.ts';

/** Far above what any of these may be, so that the rules of `domain/bootstrap` say in their words what is wrong. */
export const MAX_WORD = 4096;

export const start = z.strictObject({
  ip: z.string().max(MAX_WORD),
  pod: z.string().max(MAX_WORD),
  namespace: z.string().max(MAX_WORD),
  adminPort: z.int().min(0).max(65535),
  fetchTimeout: z.string().max(MAX_WORD),
  node: z.string().max(MAX_WORD),
  hostIp: z.string().max(MAX_WORD),
});
export const variant = z.enum(['lab', 'sidecar', 'typo']);

const view = z.enum(['original', 'injected', 'difference']);
/** What is chosen for the workload on the stage. */
const shownChoice = z.strictObject({ workload: z.int().min(0), variant, start: start.partial() });
/** A bootstrap edited by hand; null: it is as generated again. */
const edit = z.strictObject({
  workload: z.int().min(0),
  variant,
  yaml: z.string().max(MAX_INPUT_BYTES),
});

/** What is on the stage of the page where a recording begins. */
export const recordStart = shownChoice.extend({
  studyId: z.string().max(64),
  scene: z.string().max(64),
  view,
  edits: z.array(edit).max(100),
});

/** What somebody did on a page while it records. */
export const recordNote = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('opened'), studyId: z.string().max(64) }),
  shownChoice.extend({ is: z.literal('chose') }),
  z.strictObject({ is: z.literal('scene'), scene: z.string().max(64), view }),
  edit.extend({ is: z.literal('edited'), yaml: z.string().max(MAX_INPUT_BYTES).nullable() }),
]);
