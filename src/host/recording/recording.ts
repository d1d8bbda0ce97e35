import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { inputFailure } from '../../contract/failure.ts';
import { MAX_INPUT_BYTES } from '../../contract/limits.ts';

const text = z.strictObject({ name: z.string(), text: z.string() });
const range = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
});
const note = z.strictObject({
  code: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  source: range.nullable(),
  workload: z.int().min(0).exactOptional(),
});
const command = z.strictObject({
  argv: z.array(z.string()),
  line: z.string(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  ms: z.number().min(0),
  stderr: z.string(),
});
const tool = z.strictObject({
  program: z.enum(['istioctl', 'envoy']),
  path: z.string().nullable(),
  version: z.string().nullable(),
  source: z
    .enum(['setting', 'environment', 'path', 'cache', 'release-archive', 'go-build', 'wheel'])
    .nullable(),
  problem: z.string().nullable(),
});
const snapshot = z.strictObject({
  runId: z.string(),
  t: z.number().min(0),
  ready: z.strictObject({ code: z.int(), body: z.string() }).nullable(),
  connectedState: z.number().nullable(),
  rung: z.enum(['refused', 'no-istiod', 'no-identity', 'rejected', 'live']),
  steps: z.array(
    z.strictObject({
      id: z.enum(['accepted', 'istiod', 'identity', 'config', 'live', 'pod-ready']),
      state: z.enum(['passed', 'waiting', 'failed', 'not-reached', 'not-on-this-bench']),
      evidence: z.string(),
    }),
  ),
  server: z
    .strictObject({ state: z.string(), version: z.string(), uptimeSeconds: z.number().min(0) })
    .nullable(),
  node: z.string().nullable(),
  counts: z
    .strictObject({
      staticClusters: z.int().min(0),
      dynamicClusters: z.int().min(0),
      warmingClusters: z.int().min(0),
      listeners: z.int().min(0),
    })
    .nullable(),
  dumpProblem: z.string().exactOptional(),
  pid: z.int().min(0),
  adminAddress: z.string(),
  log: z.string().exactOptional(),
});

const explanation = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  lineText: z.string().nullable(),
});

/** A `.anatomy` file: what real programs made of one input, with everything needed to show it without them. */
export const recordingSchema = z.strictObject({
  format: z.literal('sidecar-anatomy-recording/1'),
  name: z.string(),
  /** ISO time of the run. */
  recordedAt: z.iso.datetime(),
  tools: z.array(tool),
  commands: z.array(command),
  /** How many different secrets were masked; absent where none were looked for. */
  masked: z.int().min(0).exactOptional(),
  /** What was noticed while injecting; what the texts themselves tell is found again when they are read. */
  notes: z.array(note),
  texts: z.strictObject({
    original: text.nullable(),
    injected: text,
    injectConfig: text.nullable(),
    meshConfig: text.nullable(),
    values: text.nullable(),
  }),
  run: z.strictObject({
    variant: z.enum(['lab', 'sidecar', 'typo']),
    fetchTimeout: z.string(),
    validate: z.strictObject({
      exitCode: z.int().nullable(),
      output: z.string(),
      command,
      explanation: explanation.exactOptional(),
    }),
    snapshots: z.array(snapshot).min(1),
    ended: z.strictObject({
      runId: z.string(),
      t: z.number().min(0),
      by: z.enum(['us', 'outside', 'itself']),
      exitCode: z.int().nullable(),
      signal: z.string().nullable(),
      reason: z.string().nullable(),
      log: z.string(),
      explanation: explanation.exactOptional(),
    }),
  }),
});

export type Recording = z.infer<typeof recordingSchema>;

/** Reads and checks a recording. `name` is how the file is called in a failure. */
export function parseRecording(name: string, json: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw broken(name, 'it is no JSON');
  }
  const parsed = recordingSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw broken(name, `${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'invalid'}`);
}

export async function readRecording(path: string): Promise<Recording> {
  const bytes = await readFile(path).catch(() => {
    throw broken(basename(path), 'the file is missing');
  });
  if (bytes.length > MAX_INPUT_BYTES) throw broken(basename(path), 'it is over 20 MB');
  return parseRecording(basename(path), bytes.toString('utf8'));
}

function broken(name: string, why: string) {
  return inputFailure(
    'recording-broken',
    `The recording ${name} cannot be read: ${why}.`,
    'Use another recording.',
  );
}
