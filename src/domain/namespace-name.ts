const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a cluster takes a text as the name of a namespace (RFC 1123, a label of up to 63 characters). */
export function isNamespaceName(text: string): boolean {
  return LABEL.test(text);
}

/** What such a name is, as a sentence. */
export const NAMESPACE_RULE =
  'A namespace is up to 63 lower-case letters, digits and dashes, with no dash at either end.';
