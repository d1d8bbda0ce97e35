import { gradeBootstrapLab } from '../../domain/lab/bootstrap/grade.ts';
import { gradeInstallLab } from '../../domain/lab/install/grade.ts';
import { type InstallNames, LAB_NAMES } from '../../domain/lab/install/model.ts';
import type { LabName } from '../../domain/lab/model.ts';
import { choosingInWindow } from '../cluster/choose-kubeconfig.ts';
import type { Injector } from '../inject/injector.ts';
import type { TextWork } from '../inject/text-work.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { bootstrapLab } from './bootstrap-lab.ts';
import { checkBootstrapLab } from './check-bootstrap-lab.ts';
import { checkInstallLab, createInstallLab } from './install-lab.ts';
import type { LabReader } from './lab-reader.ts';
import type { LabDesk } from './labs.ts';
import { runLab } from './run-lab.ts';

export interface DeskParts {
  readonly toolchain: Toolchain;
  readonly injector: Injector;
  readonly texts: TextWork;
  readonly reader: LabReader;
  /** The cluster that the settings name. */
  readonly kubeconfig?: string | undefined;
}

/** Both labs on the real programs of this machine. */
export function createDesks(parts: DeskParts): Readonly<Record<LabName, LabDesk>> {
  return { bootstrap: bootstrapDesk(parts), install: installDesk(parts) };
}

/** The names of namespaces that a person chose; the others are the folder's, else the lab's own. */
function chosen(namespace: string | null, control: string | null): Partial<InstallNames> {
  return {
    ...(namespace === null ? {} : { namespace }),
    ...(control === null ? {} : { control }),
  };
}

/** As a person counts workloads, and the command line takes them. */
const counted = (index: number): string => String(index + 1);

function bootstrapDesk({ toolchain, injector, reader }: DeskParts): LabDesk {
  return {
    grade: (place, { start, preferred }, signal) =>
      checkBootstrapLab({ toolchain, reader }, { place, start, preferred, askEnvoy: true, signal }),
    gradeFiles: (files) => gradeBootstrapLab(files, { start: {} }),
    run: ({ index, start, ...order }) =>
      runLab({
        ...bootstrapLab({ toolchain, injector, reader }, { ...order, start, workload: counted(index) }),
        replace: order.replace,
        onProgress: order.onProgress,
        onWritten: order.onWritten,
        isOwn: order.isOwn,
        between: order.between,
      }),
    close: async () => undefined,
  };
}

function installDesk({ toolchain, injector, texts, reader, kubeconfig: setting }: DeskParts): LabDesk {
  const clusterOf = choosingInWindow(setting);
  return {
    grade: async (place, { namespace, control, kubeconfig, preferred }, signal) =>
      checkInstallLab(
        place,
        await clusterOf(kubeconfig),
        { names: chosen(namespace, control), preferred },
        signal,
        reader,
      ),
    gradeFiles: (files) =>
      gradeInstallLab(files, { cluster: { kind: 'none', why: 'nothing was there to compare with it' } }),
    run: async ({ index, namespace, control, kubeconfig, manifest, ...order }) => {
      const lab = createInstallLab(
        { toolchain, injector, texts },
        {
          input: order.input,
          manifest,
          native: order.native,
          cluster: await clusterOf(kubeconfig),
          names: { ...LAB_NAMES, ...chosen(namespace, control) },
          workload: counted(index),
          ...(order.steps === undefined ? {} : { steps: order.steps }),
        },
        order.signal,
        reader,
      );
      return runLab({ ...order, ...lab });
    },
    close: () => reader.close(),
  };
}
