/**
 * What the picture must add when it does not show the text that Envoy is asked about: it is drawn from the generated
 * bootstrap, and an edit by hand can say anything else. Null while it shows what there is.
 */
export function byHandWords(edited: boolean, runsEdited: boolean): string | null {
  const generated = 'the picture shows the generated one';
  if (runsEdited) return `Envoy runs a bootstrap edited by hand: ${generated}`;
  return edited ? `bootstrap edited by hand: ${generated}` : null;
}
