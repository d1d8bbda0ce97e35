import { fstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { inputFailure } from '../contract/failure.ts';
import type { Host } from '../contract/requests.ts';
import { locate } from '../host/shell/locate.ts';
import { readSettings } from '../host/toolchain/settings.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { inputPath } from './input-file.ts';
import { parsePort } from './study-options.ts';

export interface ServeOptions {
  readonly port: number;
  readonly open: boolean;
  readonly json?: true;
  readonly sentence?: true;
}

/**
 * How the address is told: on a terminal in a sentence, else, for the program that reads it, as one JSON line {"url"};
 * --json and --sentence choose. `aside` goes to standard error.
 */
export function addressWords(
  url: string,
  { json, sentence }: Pick<ServeOptions, 'json' | 'sentence'>,
  terminal: boolean,
): { readonly line: string; readonly aside: string } {
  if (json !== true && (sentence === true || terminal))
    return { line: `Sidecar Anatomy is at ${url} (Ctrl-C ends it).\n`, aside: '' };
  const aside = json === true ? '' : 'Sidecar Anatomy listens at this address; Ctrl-C ends it.\n';
  return { line: `${JSON.stringify({ url })}\n`, aside };
}

/** `serve [FILE]`: the browser shell, for machines without Electron. */
export function addServeCommand(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('open Sidecar Anatomy in a browser, from this machine only')
    .argument('[file]', 'a workload to open at once')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes a free one', parsePort, 0)
    .option('--no-open', 'print the address and open no browser')
    .option('--json', 'say the address as one JSON line {"url":…}, and nothing else')
    .addOption(new Option('--sentence', 'say the address in a sentence for people').conflicts('json'))
    .addHelpText('after', HELP)
    .action(
      context.action((file: string | undefined, options: ServeOptions) => serve(context, file, options)),
    );
}

const HELP = `
Once it listens, standard output says where: a terminal gets a sentence, a program that reads it one JSON line {"url":…}.
The address holds the token that lets a browser in.
It ends on SIGINT, on SIGTERM, and at the end of standard input when that is a pipe, so that it ends with the program
that started it. A terminal, a file or the null device as standard input does not end it.
${examples(
  'sidecar-anatomy serve payments.yaml',
  'sidecar-anatomy serve --no-open --port 8080',
  'sidecar-anatomy serve --no-open --json',
)}`;

async function serve(context: CliContext, file: string | undefined, options: ServeOptions): Promise<void> {
  // Whoever starts it looks at the terminal: what is wrong from the start is told there and not in the page alone.
  const startFile = file === undefined ? null : await inputPath(context, file);
  const page = locate(import.meta.url, 'renderer/index.html');
  if (page === null)
    throw inputFailure(
      'renderer-not-built',
      'The page of the browser shell is not built (out/renderer/index.html is missing).',
      'Run “npm run build” in the folder of Sidecar Anatomy, or start with “npm start”, which builds first.',
    );
  const { startWebShell } = await import('../web/server.ts');
  const host = await makeHost(context, startFile);
  context.onEnd(() => host.close());
  const shell = await startWebShell({ host, renderer: dirname(page), port: options.port });
  context.onEnd(() => shell.close());
  const { line, aside } = addressWords(shell.url, options, context.terminal);
  await context.out(line);
  context.err(aside);
  const { openExternally } = await import('../host/process/open-externally.ts');
  if (options.open && !(await openExternally(shell.openFile)))
    context.err('No browser could be opened from here: open the address above yourself.\n');
  await ended(context);
}

async function makeHost(context: CliContext, startFile: string | null): Promise<Host> {
  const { createLocalHost } = await import('../host/local-host.ts');
  return createLocalHost({
    shell: 'browser',
    version: context.version,
    toolchain: context.toolchain(),
    kubeconfig: readSettings(context.env).kubeconfig,
    startFile: () => startFile,
    resources: dirname(needed('resources/samples')),
    workerFile: needed('anatomy-worker.js'),
  });
}

/** A part of the program that lies beside or above this module. */
function needed(name: string): string {
  const path = locate(import.meta.url, name);
  if (path !== null) return path;
  throw inputFailure('part-missing', `${name} is missing beside the program.`, 'Build or install it again.');
}

/** Resolves when a signal came, or when standard input is a pipe and its other end was closed. */
function ended(context: CliContext): Promise<void> {
  return new Promise((done) => {
    if (context.signal.aborted) done();
    context.signal.addEventListener('abort', () => done(), { once: true });
    if (!endsWithInput()) return;
    context.stdin.once('end', done);
    context.stdin.once('close', done);
    context.stdin.resume();
  });
}

/** Node gives children sockets for pipes; a closed standard input counts as none. */
function endsWithInput(descriptor = 0): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}
