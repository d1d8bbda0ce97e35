/** What the start and test scripts need of the toolchain, built into one file for them. */
export { cacheFolder } from './cache.ts';
export { acquireLock } from './file-lock.ts';
export { findGo, goEnvironment } from './go-build.ts';
export { platformKey, toolchainLock } from './lock.ts';
export { createToolchain } from './toolchain.ts';
export { unzip } from './unzip.ts';
export { fetchWheel } from './wheel.ts';
