import type { Command } from 'commander';
import { usageFailure } from '../contract/failure.ts';
import type { ClusterChoice } from '../host/cluster/choose-kubeconfig.ts';
import { readSettings, settingsFile } from '../host/toolchain/settings.ts';
import type { CliContext } from './context.ts';

/** Which cluster a command may ask. */
export interface ClusterOptions {
  readonly kubeconfig?: string;
  /** False: none, whatever the settings file names. */
  readonly cluster: boolean;
}

/** Adds `--kubeconfig` and `--no-cluster`. */
export function addClusterOptions(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'a cluster to look at, too; it is only read')
    .option('--no-cluster', 'files only, whatever the settings file names');
}

/**
 * The cluster to ask, or none.
 * @throws FailureError `cluster-and-none`, `kubeconfig-missing`
 */
export async function chooseCluster(context: CliContext, options: ClusterOptions): Promise<ClusterChoice> {
  const { kubeconfig: option, cluster } = options;
  if (!cluster && option !== undefined)
    throw usageFailure(
      'cluster-and-none',
      '--kubeconfig names a cluster, and --no-cluster asks for none.',
      'Leave out one of them.',
    );
  if (!cluster)
    return { kubeconfig: null, from: null, words: 'No cluster is asked, because of --no-cluster.' };
  const { chooseKubeconfig } = await import('../host/cluster/choose-kubeconfig.ts');
  const { kubeconfig: setting } = readSettings(context.env);
  return chooseKubeconfig({
    settings: settingsFile(context.env),
    cwd: context.cwd,
    ...(option === undefined ? {} : { option }),
    ...(setting === undefined ? {} : { setting }),
  });
}
