import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BootstrapVariant } from '../contract/types.ts';
import {
  type ChosenValue,
  checkChosen,
  DURATION_HINT,
  isDuration,
} from '../domain/bootstrap/start-values.ts';
import { InputFault } from '../domain/fault.ts';

/** The files and settings of an injection, as every command that injects takes them. */
export interface InjectionOptions {
  readonly config?: string;
  readonly mesh?: string;
  readonly values?: string;
  readonly manifest?: string;
  readonly native?: boolean;
}

export interface StudyOptions extends InjectionOptions {
  /** FILE already holds a sidecar: it is read as it is. */
  readonly injected?: boolean;
}

/** What may be chosen for a bootstrap; absent: the workload's own, or stand-ins. */
export interface BootstrapChoice {
  readonly variant: BootstrapVariant;
  readonly ip?: string;
  readonly pod?: string;
  readonly namespace?: string;
  readonly adminPort?: number;
  readonly fetchTimeout?: string;
  /** Name, or number counted from 1, of the workload in a file with several. */
  readonly workload?: string;
}

/** Every file that a command was given: none of them may be written over. */
export function inputsOf(file: string, options: InjectionOptions): readonly (string | undefined)[] {
  const { config, mesh, values, manifest } = options;
  return [file, config, mesh, values, manifest];
}

/** Adds the options of an injection to a command. */
export function addInjectionOptions(command: Command): Command {
  return command
    .option('--config <file>', 'injection configuration, in place of the manifest of this istioctl')
    .option('--mesh <file>', 'mesh configuration')
    .option('--values <file>', 'values of the injector')
    .option('--manifest <file>', 'an install manifest, or both ConfigMaps, that holds all three')
    .option('--native', 'native sidecars wherever the workload does not say otherwise');
}

export function addStudyOptions(command: Command): Command {
  return addInjectionOptions(command).option('--injected', 'FILE already holds a sidecar: read it as it is');
}

const VARIANTS: readonly BootstrapVariant[] = ['lab', 'sidecar', 'typo'];

/** Adds what `anatomy`, `bootstrap` and `run` share: FILE, the variant, the workload and the options of an injection. */
export function addWorkloadOptions(
  command: Command,
  words: { readonly file: string; readonly variant: string; readonly workload: string },
  preset?: BootstrapVariant,
): Command {
  const variant = new Option('--variant <name>', words.variant).choices(VARIANTS);
  command
    .argument('<file>', words.file)
    .addOption(preset === undefined ? variant : variant.default(preset))
    .option('--workload <name or number>', words.workload);
  return addStudyOptions(command);
}

/** Adds the values that only a cluster knows, as `bootstrap` and `run` take them. */
export function addStartOptions(command: Command): Command {
  return addLabStartOptions(command).option(
    '--fetch-timeout <duration>',
    'initial_fetch_timeout (0s: Envoy waits for ever)',
    parseDuration,
  );
}

/** The same without what a lab does not leave open. */
export function addLabStartOptions(
  command: Command,
  port: string = "port of the lab's admin endpoint (9982); 0 takes a free one",
): Command {
  return command
    .option('--ip <address>', 'address of the pod (10.0.0.7)', chosen('ip'))
    .option('--pod <name>', "name of the pod (the workload's with letters behind it)", chosen('pod'))
    .option('--namespace <name>', "namespace of the pod (the workload's, else default)", chosen('namespace'))
    .option('--admin-port <number>', port, parsePort);
}

/** Reads a start value, or refuses it as wrong usage in the domain's words. */
function chosen(key: ChosenValue): (text: string) => string {
  return (text) => {
    try {
      checkChosen(key, text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof InputFault ? error.hint : String(error));
    }
    return text;
  };
}

function parseDuration(text: string): string {
  if (!isDuration(text)) throw new InvalidArgumentError(DURATION_HINT);
  return text;
}

/** A port number; 0 lets the system choose. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
