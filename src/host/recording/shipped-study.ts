import type { Study } from '../../contract/types.ts';
import { createLocalParts } from '../local-host.ts';
import { createInlineReader } from '../study/inline-reader.ts';
import { createStudies } from '../study/studies.ts';
import { createToolchain } from '../toolchain/toolchain.ts';

/** A shipped recording, read as a window is shown it; for the build, which puts its first picture into the page. */
export async function readShipped(resources: string, name: string): Promise<Study> {
  const parts = createLocalParts(createToolchain(), createInlineReader());
  return createStudies({ resources, startFile: () => null }, parts).openRecording(name);
}
