import type { Command } from 'commander';
import type { ToolInfo } from '../contract/types.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';

interface ToolsOptions {
  readonly json?: boolean;
  readonly install?: boolean;
}

/** `tools [--json] [--install]`: every program with path, version and source; 1 when one is missing or cannot run. */
export function addToolsCommand(program: Command, context: CliContext): void {
  program
    .command('tools')
    .description('show istioctl and Envoy: path, version, source')
    .option('--json', 'as JSON: {"tools":[{"program","path","version","source","problem"}],"cache"}')
    .option('--install', 'fetch what is missing first')
    .addHelpText('after', examples('sidecar-anatomy tools --install'))
    .action(context.action((options: ToolsOptions) => tools(context, options)));
}

async function tools(context: CliContext, options: ToolsOptions): Promise<number> {
  const toolchain = context.toolchain();
  const found = options.install === true ? await toolchain.install(context.signal) : await toolchain.list();
  if (options.json === true) {
    await context.out(`${JSON.stringify({ tools: found, cache: toolchain.cacheDir }, null, 2)}\n`);
  } else {
    for (const tool of found) await context.out(toolLines(tool));
  }
  return found.every(({ problem }) => problem === null) ? 0 : 1;
}

/** `istioctl  1.30.3  path  /usr/bin/istioctl`, or what is wrong with it. */
export function toolLines(tool: ToolInfo): string {
  const name = tool.program.padEnd(9);
  if (tool.problem !== null) return `${name} ${tool.problem}\n`;
  return `${name} ${tool.version}  ${tool.path}  (${tool.source})\n`;
}
