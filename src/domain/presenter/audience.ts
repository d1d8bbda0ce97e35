import type { SceneLive } from '../diagram/scene.ts';

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
