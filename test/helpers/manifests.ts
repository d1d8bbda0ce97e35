import { createInlineManifests } from '../../src/host/manifest/manifest-reader.ts';
import { createManifests, type Manifests, type ManifestsOptions } from '../../src/host/manifest/manifests.ts';

/** A room for manifests on this thread, with no cluster chosen. */
export function inlineManifests(
  toolchain: ManifestsOptions['toolchain'],
  more: Partial<ManifestsOptions> = {},
): Manifests {
  return createManifests({
    toolchain,
    reader: createInlineManifests(),
    cluster: async () => ({ kubeconfig: null, from: null, words: 'No cluster was chosen.' }),
    ...more,
  });
}
