import { isHarmless, isKeyLike, isUnusual } from './harmless.ts';
import type { Span } from './mask.ts';
import { isSecretName, isSecretNamed } from './names.ts';

/** What has to be in a text before names in it are looked at: most texts have none of it. */
export const NAMES_SECRET =
  /pass|pwd|pw\b|secret|token|key|cred|auth|cookie|psk|salt|sas|sig|mnemonic|session|dockerc|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/i;

/** A name and what parts it from its value, in YAML, JSON, a log, an address, a command line, Lua. */
const NAMED =
  /(?<![\p{L}\w./$-])((?:(?:api|access|secret|private|account|shared|signing|encryption)[ ])?[\p{L}\w./$-]{2,120})(\\*["'])?[ \t]*(?::=|=>|=|:)[ \t]*/giu;

/** `name: X` right before `value: Y`, as headers and variables are written; protobuf's text format parts them by a space. */
const NAME_AND_VALUE =
  /(?<![\w-])(?:name|key|header_?name)\\*["']?\s*[:=]\s*\\*["']?([\w./-]{2,120})\\*["']?\s*,?\s*\\*["']?(?:raw_?)?value\\*["']?\s*[:=]\s*/gi;

/** `--token X`, and who one is at curl. */
const FLAG = /(?<![\w-])--?([A-Za-z][\w-]{1,80})(?:[ \t]+|\\*["'],?[ \t]*\\*["'])(?![-·])(?=\S)/g;
const CURL_USER =
  /(?<![\w-])(?:-u|--user|--proxy-user)(?:[ \t]+|=)["']?[^\s:"']{1,200}:(?=[^\s"'])(?!\d+(?!\S))/g;
const SHORT_FLAG =
  /(?<![\w-])(?:sshpass[^\n|;&]{0,200}?[ \t]-p[ \t]*|redis-cli\b[^\n|;&]{0,200}?[ \t]-a[ \t]+|mysql\w{0,20}\b[^\n|;&]{0,200}?[ \t]-p|\blogin\b[^\n|;&]{0,200}?[ \t]-p[ \t]+)(?=[^\s-])/g;

/** `<password>X</password>`. */
const ELEMENT = /(<([A-Za-z][\w.:-]{0,80})>)([^<>]{1,4000})(?=<\/\2>)/g;

/** `login shop password X` of a netrc, `requirepass X` of Redis: no sign parts them. */
const SAID = /(?<![\w./-])(?:password|passwd|requirepass|masterauth)[ \t]+/gi;

/** A name and a key with no more than blanks between them, in a log or a command. */
const FOLLOWED =
  /(?<![\w./-])([\w-]{0,60}(?:password|passwd|secret|token|api[-_]?key|access[-_]?key|authorization|credential)[\w-]{0,60})[ \t]+(?:is[ \t]+|to[ \t]+)?(?=\S)/gi;

/** `headers["x-api-key"] = "X"`, `add("x-api-key", "X")`. */
const QUOTED = /(["'])([\w.$/-]{2,100})\1[ \t]*[\])]?[ \t]*(?:->|=|,)[ \t]*(?=["'])/g;

/** A line of a pgpass: host, port, database, user, password. */
const PGPASS = /(?<=^|\n)[^:\s]{1,200}:\d{2,5}:[^:\s]{1,200}:[^:\s]{1,200}:(?=\S)/g;

/** Envoy's fields for keys and code (see `isSecretSpot`), where the text around them is no whole JSON. */
const FIELD =
  /\b(?:private_?key|session_?ticket_?keys|local_?jwks|(?:default_?)?source_?codes?|inline_?code|generic_?secret|initial_?metadata)\\*["']?\s*[:=]?\s*[[{][^}]{0,300}?(?:inline_?string|inline_?bytes|value)\\*["']?\s*[:=]\s*(?=\\*["'])/gi;

/** Headers whose value runs on over blanks and semicolons. */
const LONG_HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

/** Secrets that are known by the names in front of them. */
export function pairSpans(text: string): readonly Span[] {
  const spans = [
    ...text.matchAll(CURL_USER),
    ...text.matchAll(SHORT_FLAG),
    ...text.matchAll(PGPASS),
    ...text.matchAll(FIELD),
  ].map((match) => valueAt(text, endOf(match), null, 'own'));
  if (NAMES_SECRET.test(text)) {
    spans.push(...elementSpans(text), ...assignedSpans(text));
    for (const pattern of [NAME_AND_VALUE, FLAG])
      for (const match of text.matchAll(pattern))
        if (isSecretName(match[1] ?? '')) spans.push(valueAt(text, endOf(match), match[1] ?? '', 'own'));
    for (const match of text.matchAll(SAID)) spans.push(valueAt(text, endOf(match), null, 'in-words'));
    for (const match of text.matchAll(FOLLOWED)) spans.push(keyAt(text, match, match[1] ?? ''));
    for (const match of text.matchAll(QUOTED)) spans.push(keyAt(text, match, match[2] ?? ''));
  }
  return spans.filter((span) => span !== null);
}

function assignedSpans(text: string): readonly (Span | null)[] {
  return [...text.matchAll(NAMED)].map((match) => {
    const name = match[1] ?? '';
    // A path with a colon behind it is what a program complains of.
    const isPath = /^\.{0,2}\//.test(name) || /^\w+:\/\//.test(name);
    if (isPath || !isSecretName(nameOf(name))) return null;
    return valueAt(text, endOf(match), name, placeOf(text, match));
  });
}

function elementSpans(text: string): readonly Span[] {
  return [...text.matchAll(ELEMENT)].flatMap((match) => {
    const [, opening = '', name = '', value = ''] = match;
    const start = (match.index ?? 0) + opening.length;
    return isSecretNamed(name, value) ? [{ start, end: start + value.length }] : [];
  });
}

const nameOf = (written: string): string => written.replace(/^-+/, '');
const endOf = (match: RegExpMatchArray): number => (match.index ?? 0) + match[0].length;

/** Whether a name stands where only names do, or among the words of a sentence: `failed to fetch token: connection refused`. */
function placeOf(text: string, match: RegExpMatchArray): 'own' | 'in-words' {
  const index = match.index ?? 0;
  if (match[2] !== undefined || /=\s*$/.test(match[0])) return 'own';
  const before = text.slice(Math.max(0, index - 40), index);
  return /(?:^|[\n\r])[ \t]*(?:- )?[ \t]*$|[{,(["';&?][ \t]*$|\\[nrt"][ \t]*$/.test(before)
    ? 'own'
    : 'in-words';
}

/** The value that begins at an offset, without its quotes; null where none stands there or it is harmless. */
function valueAt(text: string, start: number, name: string | null, where: 'own' | 'in-words'): Span | null {
  const quote = /^\\*["']/.exec(text.slice(start, start + 20))?.[0];
  const span = quote === undefined ? bareAt(text, start, name) : quotedAt(text, start + quote.length, quote);
  if (span === null || span.start >= span.end) return null;
  const value = text.slice(span.start, span.end);
  if (/^[[{|>&*!%]/.test(value)) return null;
  if (name === null ? isHarmless(value) : !isSecretNamed(nameOf(name), value)) return null;
  return where === 'own' || isUnusual(value) ? span : null;
}

/** What follows a name with no sign that it is its value has to look like a key. */
function keyAt(text: string, match: RegExpMatchArray, name: string): Span | null {
  const span = isSecretName(name) ? valueAt(text, endOf(match), name, 'own') : null;
  const value = span === null ? '' : text.slice(span.start, span.end);
  return /^\w/.test(value) && isKeyLike(value) ? span : null;
}

/** Up to the quote that closes: the same, with as many backslashes in front. One that never closes ends with its line. */
function quotedAt(text: string, start: number, quote: string): Span {
  for (let at = text.indexOf(quote, start); at >= 0; at = text.indexOf(quote, at + 1))
    if (quote.length > 1 ? text[at - 1] !== '\\' : !isEscaped(text, at)) return { start, end: at };
  const line = text.slice(start).search(/[\r\n]/);
  return { start, end: line < 0 ? text.length : start + line };
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function bareAt(text: string, start: number, name: string | null): Span | null {
  const rest = text.slice(start, start + 4000);
  const pattern = name !== null && LONG_HEADER.test(name) ? HEADER_VALUE : BARE_VALUE;
  const length = pattern.exec(rest)?.[0].trimEnd().length ?? 0;
  return length === 0 ? null : { start, end: start + length };
}

/** A comma belongs to a value unless another name or a blank follows it. */
const BARE_VALUE =
  /^(?:\\[ \\]|\$[({][^\s)}]*[)}]|[^\s"'\\,;&<>{}[\]|)]|,(?=\S)(?!\s*["']?[\w.-]+["']?\s*[=:]))+/;
const HEADER_VALUE = /^(?:\\[ \\]|[^\r\n"'\\,}\]]|,(?!\s*["']?[\w.-]+["']?\s*[=:]))+/;
