import type { SourceRange, WorkloadAnatomy } from '../anatomy/model.ts';
import type { SceneLive, SceneTwin } from '../diagram/scene.ts';
import { redactAnatomy } from '../redact/anatomy.ts';
import { createRedactor, type Redactor } from '../redact/redactor.ts';

/** Paths that are the same in every pod, and of the admin endpoint: they are what is taught. */
const OF_EVERY_POD =
  /^\/(?:etc\/istio|var\/run\/secrets|var\/lib\/istio|usr\/local\/bin|dev|proc|config_dump|stats|healthz)\b/;
/** In quotes a path may hold spaces. */
const QUOTED = /(['"`])((?:\/|[A-Za-z]:\\)[^'"`]*)\1/g;
const BARE =
  /(?<![\w.:/\\-])(?:(?:\/[^\s/'"`,;:)\]}]+){2,}\/?|[A-Za-z]:\\[^\s'"`,;)\]}]+|~\/[^\s'"`,;:)\]}]*)/g;

/** What Envoy or a command said as everybody may read it: without paths of this machine, and so without a user's name. */
export function forAudience(text: string): string {
  const masked = (path: string): string => (OF_EVERY_POD.test(path) ? path : '…');
  return text
    .replace(QUOTED, (_, quote: string, path: string) => `${quote}${masked(path)}${quote}`)
    .replace(BARE, (path) => masked(path));
}

/** What Envoy said of itself for everybody. */
export function liveForAudience(live: SceneLive | null): SceneLive | null {
  if (live === null) return null;
  const { report } = live;
  const evidence = forAudience(live.evidence);
  if (report === undefined) return { ...live, evidence };
  const steps = report.steps.map((step) => ({ ...step, evidence: forAudience(step.evidence) }));
  const dumpProblem = report.dumpProblem === null ? null : forAudience(report.dumpProblem);
  return { ...live, evidence, report: { ...report, steps, dumpProblem } };
}

const FILE = 'file';

const unnamed = (range: SourceRange): SourceRange => ({ ...range, file: FILE });

/** A workload as everybody may see it: secrets masked, and no names of files, in which people and their work may be named. */
export function anatomyForAudience(
  anatomy: WorkloadAnatomy,
  redactor: Redactor = createRedactor(),
): WorkloadAnatomy {
  const { anatomy: masked } = redactAnatomy(anatomy, redactor);
  return {
    ...masked,
    parts: masked.parts.map((part) => ({
      ...part,
      source: part.source === null ? null : unnamed(part.source),
      ...(part.original === undefined ? {} : { original: unnamed(part.original) }),
    })),
  };
}

/** The other lane of the start order for everybody; why it is not here is told to the presenter. */
export function twinForAudience(twin: SceneTwin): SceneTwin {
  switch (twin.kind) {
    case 'there':
      return { ...twin, anatomy: anatomyForAudience(twin.anatomy) };
    case 'asked':
      return { ...twin, why: 'The same input is being injected this way.' };
    case 'missing':
      return { ...twin, why: 'The same input was not injected this way.' };
  }
}
