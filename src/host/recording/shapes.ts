import { z } from 'zod';

/** Shapes that both formats of a recording have. */
export const text = z.strictObject({ name: z.string(), text: z.string() });

const range = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
});

export const note = z.strictObject({
  code: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  source: range.nullable(),
  workload: z.int().min(0).exactOptional(),
});

export const command = z.strictObject({
  argv: z.array(z.string()),
  line: z.string(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  ms: z.number().min(0),
  stderr: z.string(),
});

export const tool = z.strictObject({
  program: z.enum(['istioctl', 'envoy']),
  path: z.string().nullable(),
  version: z.string().nullable(),
  source: z
    .enum(['setting', 'environment', 'path', 'cache', 'release-archive', 'go-build', 'wheel'])
    .nullable(),
  problem: z.string().nullable(),
});

export const variant = z.enum(['lab', 'sidecar', 'typo']);

/** What one look at the admin endpoints shows. */
export const look = {
  ready: z.strictObject({ code: z.int(), body: z.string() }).nullable(),
  connectedState: z.number().nullable(),
  rung: z.enum(['refused', 'no-istiod', 'no-identity', 'rejected', 'live']),
  steps: z
    .array(
      z.strictObject({
        id: z.enum(['accepted', 'istiod', 'identity', 'config', 'live', 'pod-ready']),
        state: z.enum(['passed', 'waiting', 'failed', 'not-reached', 'not-on-this-bench']),
        evidence: z.string(),
      }),
    )
    .max(6),
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
};

export const explanation = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  lineText: z.string().nullable(),
});

export const ending = {
  by: z.enum(['us', 'outside', 'itself']),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  reason: z.string().nullable(),
  explanation: explanation.exactOptional(),
};
