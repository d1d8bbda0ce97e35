import { Command, CommanderError } from 'commander';
import { addAnatomyCommand } from './anatomy.ts';
import { createDrawer } from './anatomy-picture.ts';
import { addBootstrapCommand, loadBootstrap } from './bootstrap.ts';
import { addCheckCommand } from './check.ts';
import type { CliContext } from './context.ts';
import { addDoctorCommand } from './doctor.ts';
import { addInjectCommand } from './inject.ts';
import { addLabCommand } from './lab.ts';
import { addManifestCommand } from './manifest.ts';
import { addRecordCommand } from './record.ts';
import { addRunCommand } from './run.ts';
import { addServeCommand } from './serve.ts';
import { addToolsCommand } from './tools.ts';

/** The whole command line: one file a command. `writeOut` gets help and version. */
export function createProgram(context: CliContext, writeOut: (text: string) => void): Command {
  const program = new Command('sidecar-anatomy')
    .description('Takes an Istio sidecar apart while it runs')
    .version(context.version, '-V, --version', 'show the version of Sidecar Anatomy')
    .showHelpAfterError('(run it with --help to see how it is called)')
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: (text) => context.err(text),
      outputError: (text, write) => write(usageLine(text)),
    });
  addInjectCommand(program, context);
  addAnatomyCommand(program, context, createDrawer());
  addBootstrapCommand(program, context);
  addRunCommand(program, context, loadBootstrap);
  addManifestCommand(program, context);
  addLabCommand(program, context);
  addCheckCommand(program, context);
  addToolsCommand(program, context);
  addDoctorCommand(program, context);
  addServeCommand(program, context);
  addRecordCommand(program, context);
  return program;
}

/** Runs the command line on arguments (without program and script) and returns the exit code. */
export async function runProgramLine(
  args: readonly string[],
  context: CliContext,
  exitCode: () => number,
): Promise<number> {
  let told: Promise<void> = Promise.resolve();
  const writeOut = (text: string): void => {
    told = told.then(() => context.out(text));
    // Heard below; commander itself waits for nothing that it writes.
    told.catch(() => undefined);
  };
  try {
    await createProgram(context, writeOut).parseAsync([...args], { from: 'user' });
    return exitCode();
  } catch (error) {
    if (!(error instanceof CommanderError)) return context.fail(error);
    try {
      await told;
    } catch (unwritten) {
      return context.fail(unwritten);
    }
    // Asked for help or version: done. Help because nothing was asked for, or a wrong call: wrong usage.
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** One line of what commander says of a wrong call, suggestions included. */
function usageLine(text: string): string {
  return `sidecar-anatomy: ${text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')}\n`;
}
