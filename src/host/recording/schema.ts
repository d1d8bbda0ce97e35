import { z } from 'zod';
import { RECORDING_FORMAT } from '../../domain/recording/model.ts';
import { command, ending, explanation, look, note, tool, variant } from './shapes.ts';

export const headSchema = z.strictObject({
  format: z.literal(RECORDING_FORMAT),
  name: z.string(),
  recordedAt: z.iso.datetime(),
  app: z.string(),
  secrets: z.enum(['masked', 'included']),
});

/** A month: longer than anybody looks at one Envoy. */
const t = z
  .int()
  .min(0)
  .max(31 * 24 * 3_600_000);
const id = z.int().min(0).max(1_000_000);
const index = z.int().min(0).max(1_000_000);

const start = z
  .strictObject({
    ip: z.string(),
    pod: z.string(),
    namespace: z.string(),
    adminPort: z.int().min(0).max(65_535),
    fetchTimeout: z.string(),
    node: z.string(),
    hostIp: z.string(),
  })
  .partial();

const bootstrap = { workload: index, variant, edited: z.boolean(), text: id };
/** Ids of texts by their roles; of roles there may be more one day. A record of zod's passes over `__proto__`. */
const roles = z.custom<Readonly<Record<string, number>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([role, of]) => /^[a-z][A-Za-z]{0,40}$/.test(role) && id.safeParse(of).success,
    ),
  'ids of texts by their roles are wanted',
);
const exactly = <T extends z.ZodType>(shape: T) => shape.exactOptional();

/** One line after the head. */
export const eventSchema = z.discriminatedUnion('is', [
  z.strictObject({
    t,
    is: z.literal('poll'),
    ready: exactly(look.ready),
    connectedState: exactly(look.connectedState),
    rung: exactly(look.rung),
    steps: exactly(look.steps),
    server: exactly(look.server),
    node: exactly(look.node),
    counts: exactly(look.counts),
    dumpProblem: z.string().nullable().exactOptional(),
  }),
  z.strictObject({ t, is: z.literal('log'), text: z.string() }),
  z.strictObject({ t, is: z.literal('tools'), tools: z.array(tool) }),
  z.strictObject({ t, is: z.literal('text'), id, name: z.string(), text: z.string() }),
  z.strictObject({
    t,
    is: z.literal('opened'),
    name: z.string(),
    native: z.boolean(),
    texts: roles,
    notes: z.array(note),
    commands: z.array(command),
  }),
  z.strictObject({ t, is: z.literal('chose'), workload: index, variant, start }),
  z.strictObject({ t, is: z.literal('edited'), workload: index, variant, text: id.nullable() }),
  z.strictObject({
    t,
    is: z.literal('scene'),
    // Scenes are added; one that this version does not know is not gone to.
    scene: z.string().max(64),
    view: z.enum(['original', 'injected', 'difference']),
  }),
  z.strictObject({
    ...bootstrap,
    t,
    is: z.literal('validated'),
    exitCode: z.int().nullable(),
    output: z.string(),
    command,
    explanation: explanation.exactOptional(),
  }),
  z.strictObject({
    ...bootstrap,
    t,
    is: z.literal('started'),
    words: z.string(),
    began: z.int().min(-31 * 24 * 3_600_000),
    pid: z.int().min(0),
    admin: z.string(),
    command,
  }),
  z.strictObject({
    t,
    is: z.literal('dump'),
    text: id.exactOptional(),
    problem: z.string().exactOptional(),
  }),
  z.strictObject({ ...ending, t, is: z.literal('ended') }),
  z.strictObject({
    t,
    is: z.literal('lab'),
    lab: z.enum(['bootstrap', 'install']),
    step: z.int().min(1).max(8),
    state: z.enum(['running', 'done', 'kept']),
  }),
  z.strictObject({ t, is: z.literal('masked'), count: z.int().min(0) }),
  z.strictObject({ t, is: z.literal('end'), why: z.enum(['stopped', 'full']) }),
]);
