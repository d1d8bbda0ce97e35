import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { addBootstrapLab } from './lab-bootstrap.ts';
import { addInstallLab } from './lab-install.ts';

/** `lab`: the two labs, done with the real programs and written as files, and folders of them graded. */
export function addLabCommand(program: Command, context: CliContext): void {
  const lab = program
    .command('lab')
    .description('do a lab with the real programs and write its files, or check a folder of them');
  const check = lab.command('check').description('grade a folder that anybody made, step by step');
  addBootstrapLab(lab, check, context);
  addInstallLab(lab, check, context);
}
