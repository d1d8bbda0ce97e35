import type { DeckStep } from '../../domain/presenter/deck.ts';
import { isCommand, type PresenterCommand } from '../../domain/presenter/keys.ts';
import type { Notes } from '../../domain/presenter/notes-file.ts';
import type { Blank } from './presenter-store.ts';

/** What the stage's window tells the presenter's. */
export interface Told {
  readonly kind: 'told';
  readonly on: boolean;
  readonly at: number;
  readonly workload: string;
  readonly steps: readonly Pick<DeckStep, 'id' | 'title' | 'facts'>[];
  readonly blank: Blank;
  readonly spotlight: boolean;
  readonly laser: boolean;
  /** What went wrong, with what to do; never on the audience's screen. */
  readonly message: string | null;
  /** What goes on. */
  readonly busy: string | null;
  /** Where Envoy stands, in words. */
  readonly live: string | null;
}

/** Small pictures of this step and the next, as SVG. */
export interface Pictured {
  readonly kind: 'pictured';
  readonly now: string;
  readonly next: string | null;
}

export type FromStage = Told | Pictured;

/** What the presenter's window tells the stage's: that it is there, or what it wants. */
export type FromPresenter =
  | { readonly kind: 'here' /** It has been opened, or loaded again, just now. */; readonly first: boolean }
  | { readonly kind: 'wants'; readonly command: PresenterCommand }
  | { readonly kind: 'goes-to'; readonly at: number };

/** A message of the other window; null for anything else that comes through the channel. */
export function fromPresenter(data: unknown): FromPresenter | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'here') return { kind: 'here', first: 'first' in data && data.first === true };
  if (data.kind === 'wants' && 'command' in data && isCommand(data.command))
    return { kind: 'wants', command: data.command };
  if (data.kind === 'goes-to' && 'at' in data && typeof data.at === 'number' && Number.isInteger(data.at))
    return { kind: 'goes-to', at: data.at };
  return null;
}

/** The same the other way round. Both windows are of one origin and one build: the kind tells the rest. */
export function fromStage(data: unknown): FromStage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  return data.kind === 'told' || data.kind === 'pictured' ? (data as FromStage) : null;
}

const SESSION = 'sidecar-anatomy.presenter-session';
const SESSION_ID = /^[a-z0-9]{6,24}$/;

/** By which the two windows find each other, also when either is loaded again: another tab has another. */
export function presenterSession(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const kept = storage.getItem(SESSION);
  if (kept !== null && SESSION_ID.test(kept)) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
  storage.setItem(SESSION, made.slice(0, 24));
  return made.slice(0, 24);
}

const HASH = /^#presenter=([a-z0-9]{6,24})$/;

export const presenterHash = (session: string): string => `#presenter=${session}`;

/** The session that a page was opened for as the presenter's window; null for every other page. */
export const sessionOf = (hash: string): string | null => HASH.exec(hash)?.[1] ?? null;

export const presenterChannel = (session: string): BroadcastChannel =>
  new BroadcastChannel(`sidecar-anatomy.presenter.${session}`);

/** How often the presenter's window says that it is there, and for how long one that said nothing counts as there. */
export const HERE_EVERY_MS = 1500;
export const GONE_AFTER_MS = 4500;

const NOTES = 'sidecar-anatomy.presenter-notes';

/** Everybody's own notes, of every workload by its name. */
function allNotes(storage: Pick<Storage, 'getItem'>): Record<string, Notes> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(NOTES) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Notes>) : {};
  } catch {
    return {};
  }
}

export const loadNotes = (storage: Pick<Storage, 'getItem'>, workload: string): Notes =>
  new Map(Object.entries(allNotes(storage))).get(workload) ?? {};

/** Keeps them in this browser. False where it has no room for them. */
export function saveNotes(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  workload: string,
  notes: Notes,
): boolean {
  try {
    storage.setItem(NOTES, JSON.stringify({ ...allNotes(storage), [workload]: notes }));
    return true;
  } catch {
    return false;
  }
}
