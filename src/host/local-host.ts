import type { Host } from '../contract/requests.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import { createCheckBench } from './checks/check-bench.ts';
import { choosingInWindow, shownCluster } from './cluster/choose-kubeconfig.ts';
import { createEnvoyBench } from './envoy/envoy-bench.ts';
import { withFailures } from './failures.ts';
import { createHost, type HostOptions } from './host.ts';
import type { HostParts } from './host-parts.ts';
import { createInjector } from './inject/injector.ts';
import { createDesks } from './lab/desks.ts';
import { createInlineLabReader, type LabReader } from './lab/lab-reader.ts';
import { createWorkerLabReader } from './lab/worker-lab-reader.ts';
import { createInlineManifests, type ManifestReader } from './manifest/manifest-reader.ts';
import { createManifests } from './manifest/manifests.ts';
import { createWorkerManifests } from './manifest/worker-manifests.ts';
import type { StudyReader } from './study/reader.ts';
import { createWorkerReader } from './study/worker-reader.ts';
import type { Toolchain } from './toolchain/toolchain.ts';

interface LocalParts {
  /** Who reads manifests; by default this thread. */
  readonly manifestReader?: ManifestReader;
  /** Who grades labs; by default this thread. */
  readonly labReader?: LabReader;
  /** The cluster that the settings name. */
  readonly kubeconfig?: string | undefined;
}

/** The lab bench of this machine: the real istioctl, the real Envoy. */
export function createLocalParts(
  toolchain: Toolchain,
  reader: StudyReader,
  {
    manifestReader = createInlineManifests(),
    labReader = createInlineLabReader(),
    kubeconfig,
  }: LocalParts = {},
): HostParts {
  const injector = createInjector({ toolchain, texts: reader.texts });
  const cluster = choosingInWindow(kubeconfig);
  return {
    toolchain,
    reader,
    manifests: createManifests({ toolchain, reader: manifestReader, cluster }),
    injector,
    lookAtCluster: async (named) => shownCluster(await cluster(named)),
    checks: createCheckBench({ toolchain, texts: reader.texts, cluster }),
    bench: createEnvoyBench({ toolchain }),
    desks: createDesks({ toolchain, injector, texts: reader.texts, reader: labReader, kubeconfig }),
    decode: (name, bytes) => withFailures(() => decodeInput(name, bytes)),
  };
}

export interface LocalHostOptions extends HostOptions {
  readonly toolchain: Toolchain;
  /** The built `anatomy-worker.js`. */
  readonly workerFile: string;
  /** The cluster that the settings name; without one none is asked. */
  readonly kubeconfig?: string | undefined;
}

/** The host of every shell. */
export function createLocalHost(options: LocalHostOptions): Host {
  const reader = createWorkerReader({ file: options.workerFile });
  const manifestReader = createWorkerManifests({ file: options.workerFile });
  const labReader = createWorkerLabReader({ file: options.workerFile });
  const { kubeconfig } = options;
  return createHost(
    options,
    createLocalParts(options.toolchain, reader, { manifestReader, labReader, kubeconfig }),
  );
}
