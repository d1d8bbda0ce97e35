import { Lexer } from 'yaml';
import { inputFailure } from '../../contract/failure.ts';
import { type BootstrapFacts, readBootstrapFacts } from '../../domain/envoy/bootstrap-facts.ts';
import { readYaml, type SourceDocument } from '../../domain/yaml/document.ts';

/** A bootstrap of pilot-agent has 15 KB. */
const MAX_BOOTSTRAP_CHARACTERS = 1_000_000;
/** Words and signs, 2,000 in pilot-agent's: this thread, which has other work, reads some hundred thousand a second. */
const MAX_WORDS = 60_000;

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
 * @throws FailureError `bootstrap-too-large`, or `bootstrap-several-documents`: Envoy reads the first document of a file
 * and is silent about the others, which is not what anybody meant
 */
export function readBootstrap(text: string): BootstrapFacts | null {
  if (text.length > MAX_BOOTSTRAP_CHARACTERS)
    throw inputFailure(
      'bootstrap-too-large',
      `This bootstrap has ${(text.length / 1e6).toFixed(1)} million characters; over 1 million it is not run here.`,
      'Leave to the control plane what need not be static.',
    );
  if (!looksLikeJson(text) && hasManyWords(text))
    throw inputFailure(
      'bootstrap-too-large',
      `This bootstrap has more than ${MAX_WORDS.toLocaleString('en')} words and signs of YAML; with more it is not run here.`,
      'Leave to the control plane what need not be static, or give it as JSON.',
    );
  if (looksLikeJson(text)) return quietly(() => readBootstrapFacts(JSON.parse(text)));
  const documents = quietly(() => readYaml(bootstrapFileName(text), text).documents) ?? [];
  const [first, second] = documents;
  if (first === undefined) return null;
  if (second !== undefined)
    throw inputFailure(
      'bootstrap-several-documents',
      `This bootstrap holds ${documents.length} YAML documents; Envoy would read the first and ignore the others.`,
      'Leave one document in it: --- begins another.',
      second.entryRange([]),
    );
  return quietly(() => readBootstrapFacts(first.value));
}

/** Looked at before any structure is made of them, which takes ten times as long. */
function hasManyWords(text: string): boolean {
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > MAX_WORDS) return true;
  return false;
}

/** What some reading gives; null when it fails, which is for Envoy to say. */
function quietly<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** `static_resources.clusters[0].name` as the steps of a path. */
function steps(field: string): readonly (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

const camelCase = (step: string | number): string | number =>
  typeof step === 'number' ? step : step.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function placeIn(document: SourceDocument, path: readonly (string | number)[]) {
  // A field of an unknown name stands in the text under it; of a known one, the nearest holder that is there is told.
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const range = document.entryRange(part) ?? document.entryRange(part.map(camelCase));
    if (range !== null) return { line: range.line, column: range.column };
  }
  return null;
}

/** Where a field that Envoy names stands in the YAML that it was given; null when it cannot be told. */
export function findField(text: string, field: string): { line: number; column: number } | null {
  if (text.length > MAX_BOOTSTRAP_CHARACTERS || hasManyWords(text)) return null;
  try {
    const document = readYaml(bootstrapFileName(text), text).documents[0];
    return document === undefined ? null : placeIn(document, steps(field));
  } catch {
    return null;
  }
}
