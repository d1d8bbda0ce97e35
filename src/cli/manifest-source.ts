import type { ManifestWish } from '../domain/manifest/generate.ts';
import { type ReadManifest, readManifest, refuseWithoutObjects } from '../domain/manifest/read-manifest.ts';
import { wishWords } from '../domain/manifest/wish-words.ts';
import { decodeInput } from '../domain/yaml/bytes.ts';
import { withFailures } from '../host/failures.ts';
import { generateManifest } from '../host/manifest/generate.ts';
import type { CliContext } from './context.ts';
import { readInputFile } from './input-file.ts';
import type { CliManifest } from './manifest.ts';

/**
 * Reads a file, or generates a manifest, and takes it apart.
 * @throws FailureError of a file that cannot be read, is no YAML or holds no object; of `generateManifest`
 */
export async function openManifest(context: CliContext, from: string | ManifestWish): Promise<CliManifest> {
  return typeof from === 'string' ? openFile(context, from) : generate(context, from);
}

async function openFile(context: CliContext, path: string): Promise<CliManifest> {
  const { name, bytes } = await readInputFile(context, path);
  const { text, notes, read } = await context.compute(() =>
    withFailures(() => {
      const decoded = decodeInput(name, bytes, 'manifest');
      const found = readManifest(name, decoded.text);
      refuseWithoutObjects(found);
      return { ...decoded, read: found };
    }),
  );
  return { words: name, text, read, notes: [...notes, ...read.manifest.notes], commands: [] };
}

async function generate(context: CliContext, wish: ManifestWish): Promise<CliManifest> {
  const istioctl = await context.toolchain().require('istioctl');
  context.doing('istioctl manifest generate');
  const { text, run, notes } = await generateManifest(istioctl, wish, context.signal);
  context.doing(null);
  const read: ReadManifest = await context.compute(() =>
    withFailures(() => readManifest(text.name, text.text)),
  );
  return {
    words: wishWords(wish),
    text: text.text,
    read,
    notes: [...notes, ...read.manifest.notes],
    commands: [run],
  };
}
