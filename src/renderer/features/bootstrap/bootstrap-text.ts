import type { StartValues } from '../../../contract/types.ts';
import type { BootstrapVariant } from '../../../domain/anatomy/model.ts';

export const bootstrapText = {
  region: 'Bootstrap',
  none: 'Open a workload to see its bootstrap.',
  noSidecar: 'This workload got no sidecar, so there is no bootstrap. The notes say why.',
  variants: 'Who writes it',
  lab: 'Lab',
  sidecar: 'Sidecar',
  typo: 'Typo',
  typoHelp: 'Let ADS name the cluster istiod-xds, which is not there, and ask Envoy',
  typoBack: 'Undo',
  typoBackHelp: 'Undo the typo: ADS names xds-grpc again',
  validate: 'Validate',
  validating: 'Asking Envoy …',
  validateHelp: 'Run envoy --mode validate on this text',
  save: 'Save',
  saveHelp: 'Save this text as bootstrap.yaml, the file that the commands name',
  reset: 'Reset',
  edited: 'Edited by hand: start values no longer change it.',
  start: 'Known only when the pod starts',
  badPort: 'A port is a whole number from 0 to 65535; 0 takes a free one.',
  empty: (field: string) => `${field} cannot be empty.`,
  ownPort: 'pilot-agent’s own port: only the lab’s can be chosen.',
  timeout: 'initial_fetch_timeout',
  timeout0: '0s: waits for ever',
  timeout5: '5s each, then empty',
  nextStart: 'takes effect at the next start',
  accepted: 'Envoy accepts it',
  refused: 'Envoy refuses it',
  noVerdict: 'Envoy ended without a verdict',
  ended: 'Envoy ended by itself',
  output: 'What Envoy itself printed',
  goTo: (line: number, column: number | null) =>
    column === null ? `Line ${line}` : `Line ${line}, column ${column}`,
  exit: (code: number | null, signal: string | null) =>
    signal === null ? `exit ${code ?? 'unknown'}` : `signal ${signal}`,
  stale: 'The text was changed since.',
  crashLoop: 'In a pod the container ends, is started again and ends again: CrashLoopBackOff.',
  differences: (count: number) => `Lab and sidecar differ in ${count} places`,
  labValue: 'lab',
  sidecarValue: 'sidecar',
  absent: 'not there',
  yaml: 'bootstrap.yaml, editable',
} as const;

/** Who writes a bootstrap that waits so long for its first configuration (`0s`, `5s`). */
export function variantSentence(variant: BootstrapVariant, fetchTimeout: string): string {
  if (variant === 'sidecar' && fetchTimeout !== '0s')
    return `${variantWords.sidecar} Only initial_fetch_timeout is not as it writes it: 0s.`;
  return variantWords[variant];
}

const variantWords: Readonly<Record<BootstrapVariant, string>> = {
  lab: 'Written by hand for the lab: a simplification. xds-grpc points straight at istiod.',
  sidecar: 'As pilot-agent writes it: xds-grpc is a Unix socket of pilot-agent, which speaks to istiod.',
  typo: 'Shown on the lab’s bootstrap: its ADS names istiod-xds. No static cluster has that name.',
};

export const startWords: Readonly<Record<Exclude<keyof StartValues, 'fetchTimeout'>, string>> = {
  ip: 'Pod IP',
  pod: 'Pod name',
  namespace: 'Namespace',
  adminPort: 'Admin port',
  node: 'Node name',
  hostIp: 'Host IP',
};
