import { useStore } from 'zustand';
import type { Study, TextRole } from '../../../contract/types.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import type { InjectionNames, StepGuide } from '../../../domain/lab/guide/guide.ts';
import { LAB_NAMES } from '../../../domain/lab/install/model.ts';
import { LAB_PORT, type LabName } from '../../../domain/lab/model.ts';
import { useStores } from '../../state/app.ts';
import { saveInput } from '../../state/lab-actions.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { keyed } from '../../ui/keyed.ts';
import { labText } from './lab-text.ts';

interface ByHandProps {
  readonly lab: LabName;
  readonly guide: StepGuide;
}

/** Stands for the workload while none is open. */
const NO_WORKLOAD = { kind: 'Deployment', name: 'payments', sidecar: 'classic' } as const;

/** The injection files of a study by their names; null where it has not all of them. */
function namesOf(texts: Study['texts'] = []): InjectionNames | null {
  const named = (wanted: TextRole) => texts.find(({ role }) => role === wanted)?.name;
  const [config, mesh, values] = [named('inject-config'), named('mesh-config'), named('values')];
  return config === undefined || mesh === undefined || values === undefined ? null : { config, mesh, values };
}

/** One way to do the step in a terminal. */
export function ByHand({ lab, guide }: ByHandProps) {
  const stores = useStores();
  const workload = useStore(stores.study, (state) => state.workload?.anatomy ?? NO_WORKLOAD);
  const file = useStore(stores.study, (state) => state.study?.name ?? 'payments.yaml');
  const native = useStore(stores.study, (state) => state.native);
  const given = useStore(stores.study, (state) => (state.shown?.injection.length ?? 0) > 0);
  const texts = useStore(stores.study, (state) => state.study?.texts);
  const adminPort = useStore(stores.study, (state) => state.start.adminPort ?? LAB_PORT);
  const options = useStore(stores.lab, (state) => state.options);
  const profile = options.profile.trim();
  const commands = guide.byHand({
    workload,
    file,
    native,
    injection: given ? namesOf(texts) : null,
    adminPort,
    namespace: options.namespace.trim() || LAB_NAMES.namespace,
    control: options.control.trim() || LAB_NAMES.control,
    kubeconfig: options.kubeconfig.trim() || null,
    manifest: options.manifest.trim() || null,
    sets: [
      ...(profile === '' ? [] : [`profile=${profile}`]),
      ...options.sets.split(/\s+/).filter((set) => set !== ''),
    ],
  });
  return (
    <details className="lab-by-hand">
      <summary>{labText.byHand}</summary>
      <p className="lab-help">{labText.byHandHelp[lab](visibleText(file))}</p>
      <ol className="lab-commands">
        {keyed(commands, (command) => command).map(({ key, item }) => (
          <li key={key}>
            <code>{visibleText(item, true)}</code>
          </li>
        ))}
      </ol>
      <div className="lab-row">
        <CopyButton text={`${commands.join('\n')}\n`} label={labText.copyAll} />
        <button
          type="button"
          className="button small"
          data-testid="lab-save-input"
          onClick={() => void saveInput(stores)}
        >
          {labText.save(visibleText(file))}
        </button>
      </div>
    </details>
  );
}
