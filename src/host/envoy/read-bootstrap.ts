import { parseDocument } from 'yaml';
import { inputFailure } from '../../contract/failure.ts';
import { type BootstrapFacts, readBootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';

/** A bootstrap of pilot-agent has 15 KB; YAML is read at about 1 MB/s, and this thread has other work. */
const MAX_BOOTSTRAP_CHARACTERS = 1024 * 1024;

/** True when Envoy is to read the text as JSON, which gives errors their true positions, and not as YAML. */
export function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*\{\s*["}]/.test(text);
}

/** The name under which a bootstrap is written for Envoy, which tells JSON from YAML by it. */
export function bootstrapFileName(text: string): string {
  return looksLikeJson(text) ? 'bootstrap.json' : 'bootstrap.yaml';
}

/**
 * What must be known before Envoy is started; null when the text cannot be read here, which is for Envoy to say.
 * @throws FailureError `bootstrap-too-large`
 */
export function readBootstrap(text: string): BootstrapFacts | null {
  if (text.length > MAX_BOOTSTRAP_CHARACTERS)
    throw inputFailure(
      'bootstrap-too-large',
      `This bootstrap has ${(text.length / 2 ** 20).toFixed(1)} MiB; over 1 MiB it is not run here.`,
      'Leave to the control plane what need not be static.',
    );
  try {
    if (looksLikeJson(text)) return readBootstrapFacts(JSON.parse(text));
    // The fields looked at here are plain strings and numbers, which yaml-cpp and this reader read alike.
    const document = parseDocument(text, { uniqueKeys: false, merge: true });
    if (document.errors.length > 0) return null;
    return readBootstrapFacts(document.toJS({ maxAliasCount: 100 }));
  } catch {
    return null;
  }
}
