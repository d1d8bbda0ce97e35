import { FailureError } from '../../contract/failure.ts';
import type { NamedText } from '../../contract/types.ts';
import { type RecordedEvent, recordingLine } from '../../domain/recording/model.ts';

/** How long the end of a recording waits for injections that are under way. */
const WAIT_MS = 10_000;

/** What the input of a recording gave the other way, classic or native: its text, why not, or null where there is none to be had. */
export type OtherInjection = NamedText | { readonly problem: string } | null;

/** Asks for it; where the injection was called off, once more. Never rejects. */
export async function askOther(ask: () => Promise<NamedText>): Promise<OtherInjection> {
  try {
    return await ask().catch((cause: unknown) => {
      if (cause instanceof FailureError && cause.failure.code === 'cancelled') return ask();
      throw cause;
    });
  } catch (cause) {
    // What held its sidecar already has nothing to be injected.
    if (cause instanceof FailureError && cause.failure.code === 'no-counterpart') return null;
    return { problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** What those that were asked for gave, those that take too long given up. */
export function othersWithin(
  asked: readonly Promise<OtherInjection>[],
  limitMs = WAIT_MS,
): Promise<readonly OtherInjection[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<OtherInjection>((done) => {
    timer = setTimeout(
      () => done({ problem: `istioctl took longer than ${Math.round(limitMs / 1000)} s.` }),
      limitMs,
    );
  });
  return Promise.all(asked.map((one) => Promise.race([one, over]))).finally(() => clearTimeout(timer));
}

/**
 * A whole recording with the other injections of its inputs, in the order in which they were opened. Known only after its
 * lines were written, each stands before the line of its input, as every text does before it is named.
 */
export function withOthers(text: string, others: readonly OtherInjection[]): string {
  const lines = text.trimEnd().split('\n');
  let nextId = 0;
  for (const line of lines) {
    // Of an hour of polls nearly none is one.
    if (!line.includes('"is":"text"')) continue;
    const event = JSON.parse(line) as Partial<RecordedEvent>;
    if (event.is === 'text') nextId = Math.max(nextId, (event.id ?? 0) + 1);
  }
  let input = -1;
  const whole = lines.flatMap((line) => {
    if (!line.includes('"is":"opened"')) return [`${line}\n`];
    const event = JSON.parse(line) as RecordedEvent;
    if (event.is !== 'opened') return [`${line}\n`];
    input += 1;
    const other = others[input] ?? null;
    if (event.texts.counterpart !== undefined || other === null || 'problem' in other) return [`${line}\n`];
    const id = nextId;
    nextId += 1;
    return [
      recordingLine({ t: event.t, is: 'text', id, name: other.name, text: other.text }),
      recordingLine({ ...event, texts: { ...event.texts, counterpart: id } }),
    ];
  });
  return whole.join('');
}
