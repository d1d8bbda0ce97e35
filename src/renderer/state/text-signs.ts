import { formatOf, SIGN_CHARACTERS } from '../../domain/recording/signs.ts';

/** What a text says of itself at a glance, before anybody has parsed it. */
export interface Signs {
  /** It names a kind that can be injected. */
  readonly workload: boolean;
  /** It names something of the injector's. */
  readonly injection: boolean;
  /** It says that it is a recording. */
  readonly recording: boolean;
  /** How many objects it holds, told from their kinds at the left edge; null for one or none, as in JSON. */
  readonly documents: number | null;
}

const WORKLOAD_KIND =
  /^[ \t]*"?kind"?[ \t]*:[ \t]*"?(?:Deployment|DeploymentConfig|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob|Pod|Rollout|List)\b/m;
const INJECTION_SIGN =
  /^[ \t]*"?(?:templates|defaultTemplates|injectedAnnotations|defaultConfig|rootNamespace|sidecarInjectorWebhook)"?[ \t]*:|\bistio-sidecar-injector\b/m;
const DOCUMENT = /^kind[ \t]*:/gm;

/** Longest beginning of a line that is looked at with what comes after it; longer than any sign. */
const LONGEST = 1024;

export interface SignReader {
  /** The next piece of the text, which may end anywhere. */
  readonly read: (piece: string) => void;
  /** What was found in all that was read. */
  readonly signs: () => Signs;
}

/** Looks for signs in a text that comes in pieces. */
export function signReader(): SignReader {
  let head = '';
  let workload = false;
  let injection = false;
  let count = 0;
  let open = '';
  const look = (lines: string) => {
    workload ||= WORKLOAD_KIND.test(lines);
    injection ||= INJECTION_SIGN.test(lines);
    count += lines.match(DOCUMENT)?.length ?? 0;
  };
  return {
    read(piece) {
      if (head.length < SIGN_CHARACTERS) head += piece.slice(0, SIGN_CHARACTERS);
      const text = open + piece;
      const end = text.lastIndexOf('\n') + 1;
      const rest = text.length - end;
      if (rest <= LONGEST) {
        look(text.slice(0, end));
        open = text.slice(end);
        return;
      }
      look(text);
      // Of a line that goes on and on, its end: what follows stands in its middle and not at the left edge.
      open = `…${text.slice(-LONGEST)}`;
    },
    signs() {
      look(open);
      open = '';
      const recording = formatOf(head) !== null;
      return { workload, injection, recording, documents: count > 1 ? count : null };
    },
  };
}
