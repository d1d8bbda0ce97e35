import type { Host } from '../contract/requests.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import { createEnvoyBench } from './envoy/envoy-bench.ts';
import { withFailures } from './failures.ts';
import { createHost, type HostOptions } from './host.ts';
import type { HostParts } from './host-parts.ts';
import { createInjector } from './inject/injector.ts';
import type { StudyReader } from './study/reader.ts';
import { createWorkerReader } from './study/worker-reader.ts';
import type { Toolchain } from './toolchain/toolchain.ts';

/** The lab bench of this machine: the real istioctl, the real Envoy. */
export function createLocalParts(toolchain: Toolchain, reader: StudyReader): HostParts {
  return {
    toolchain,
    reader,
    injector: createInjector({ toolchain, texts: reader.texts }),
    bench: createEnvoyBench({ toolchain }),
    decode: (name, bytes) => withFailures(() => decodeInput(name, bytes)),
  };
}

export interface LocalHostOptions extends HostOptions {
  readonly toolchain: Toolchain;
  /** The built `anatomy-worker.js`. */
  readonly workerFile: string;
}

/** The host of every shell. */
export function createLocalHost(options: LocalHostOptions): Host {
  const reader = createWorkerReader({ file: options.workerFile });
  return createHost(options, createLocalParts(options.toolchain, reader));
}
