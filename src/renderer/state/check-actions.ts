import type { Failure } from '../../contract/failure.ts';
import type { Stores } from './app.ts';
import type { CheckedRole } from './checks-store.ts';
import { chosenKubeconfig } from './cluster-actions.ts';

/** The text that is checked: the chosen one, else the one that the study has. */
export function checkedRole(
  wanted: CheckedRole,
  texts: readonly { readonly role: string }[] | undefined,
): CheckedRole {
  return texts?.some(({ role }) => role === wanted) === false ? 'injected' : wanted;
}

/** Runs analyze and validate on a text of the study that is on the stage. */
export async function runChecks(stores: Stores): Promise<void> {
  const { study } = stores.study.getState();
  if (study === null) return;
  const role = checkedRole(stores.checks.getState().role, study.texts);
  const outcome = await stores.checks.getState().run(study.id, role, chosenKubeconfig(stores));
  if (!outcome.ok) return tell(stores, outcome.failure);
  for (const { command } of outcome.value) stores.commands.getState().add(command);
}

/** Asks istioctl whether the chosen cluster could take Istio; without a cluster it says that there is none. */
export async function runPrecheck(stores: Stores): Promise<void> {
  const outcome = await stores.checks.getState().askPrecheck(chosenKubeconfig(stores));
  if (outcome.ok) stores.commands.getState().add(outcome.value.answer.command);
  else tell(stores, outcome.failure);
}

/** What somebody called off needs no message; what is wrong with the kubeconfig is said at its field. */
function tell(stores: Stores, failure: Failure): void {
  if (failure.code.startsWith('kubeconfig-')) void stores.cluster.getState().look(chosenKubeconfig(stores));
  else if (failure.code !== 'cancelled') stores.study.getState().fail(failure);
}
