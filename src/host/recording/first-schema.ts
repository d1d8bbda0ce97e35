import { z } from 'zod';
import { command, ending, explanation, look, note, text, tool, variant } from './shapes.ts';

const snapshot = z.strictObject({
  ...look,
  runId: z.string(),
  t: z.number().min(0),
  dumpProblem: z.string().exactOptional(),
  pid: z.int().min(0),
  adminAddress: z.string(),
  log: z.string().exactOptional(),
});

/** A recording of the first format, which is still read. */
export const firstSchema = z.strictObject({
  format: z.literal('sidecar-anatomy-recording/1'),
  name: z.string(),
  recordedAt: z.iso.datetime(),
  tools: z.array(tool),
  commands: z.array(command),
  masked: z.int().min(0).exactOptional(),
  notes: z.array(note),
  texts: z.strictObject({
    original: text.nullable(),
    injected: text,
    injectConfig: text.nullable(),
    meshConfig: text.nullable(),
    values: text.nullable(),
  }),
  run: z
    .strictObject({
      variant,
      fetchTimeout: z.string(),
      validate: z.strictObject({
        exitCode: z.int().nullable(),
        output: z.string(),
        command,
        explanation: explanation.exactOptional(),
      }),
      snapshots: z.array(snapshot).min(1),
      ended: z.strictObject({ ...ending, runId: z.string(), t: z.number().min(0), log: z.string() }),
    })
    // A run's name is of no use where there is one.
    .transform(({ snapshots, ended: { runId: _, ...ended }, ...run }) => ({
      ...run,
      ended,
      snapshots: snapshots.map(({ runId: __, ...seen }) => seen),
    })),
});
