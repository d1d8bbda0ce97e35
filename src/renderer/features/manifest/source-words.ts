import { wishWords } from '../../../domain/manifest/wish-words.ts';
import type { ManifestSource } from '../../state/manifest-store.ts';

/** How a source is called: `profile demo, --set hub=example.com`, or the name of the file. */
export function sourceWords(source: ManifestSource): string {
  return source.kind === 'file' ? source.file.name : wishWords(source);
}
