import { asObject, parseJson } from '../../domain/envoy/json.ts';
import { type RecordedEvent, type RecordingHead, recordingLine } from '../../domain/recording/model.ts';
import { redactConfigDump } from '../../domain/redact/config-dump.ts';
import { mapTexts } from '../../domain/redact/map-texts.ts';
import { createRedactor, type Redactor } from '../../domain/redact/redactor.ts';
import { DUMP_NAME } from './reel.ts';

export interface MaskedRecording {
  readonly text: string;
  /** How many different secrets were masked. */
  readonly masked: number;
}

/** Lines that are masked in one go. */
const AT_ONCE = 50;

/**
 * A recording that holds secrets with them masked, as `docs/redaction.md` says. The thread is let go between lines.
 * @param text a whole recording of ours
 */
export async function maskRecording(text: string): Promise<MaskedRecording> {
  const redactor = createRedactor();
  const lines: (RecordingHead | RecordedEvent)[] = [];
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    lines.push(maskLine(JSON.parse(line), redactor));
    if (index % AT_ONCE === 0) await new Promise((done) => setImmediate(done));
  }
  const count = redactor.secrets.size;
  const last = lines.at(-1);
  const t = last !== undefined && 't' in last ? last.t : 0;
  if (count > 0) lines.splice(-1, 0, { t, is: 'masked', count });
  return { text: lines.map((line) => again(recordingLine(line), redactor)).join(''), masked: count };
}

function maskLine(line: RecordingHead | RecordedEvent, redactor: Redactor): RecordingHead | RecordedEvent {
  if ('format' in line) return { ...line, secrets: 'masked' };
  if (line.is !== 'text') return mapTexts(line, redactor.text);
  const dump = line.name === DUMP_NAME ? asObject(parseJson(line.text)) : null;
  return { ...line, text: dump === null ? redactor.file(line.text) : redactConfigDump(dump, redactor).text };
}

/** What was found to be a secret in one line is masked in the others, too; most hold none, and stay as they are. */
function again(line: string, redactor: Redactor): string {
  return redactor.again(line) === line ? line : recordingLine(mapTexts(JSON.parse(line), redactor.again));
}
