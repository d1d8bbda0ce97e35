/** What a presenter can ask for, by key, by clicker or in the presenter's window. */
export type PresenterCommand =
  | 'next'
  | 'back'
  | 'first'
  | 'good'
  | 'black'
  | 'white'
  | 'spotlight'
  | 'laser'
  | 'wider'
  | 'narrower'
  | 'fullscreen'
  | 'window'
  | 'help'
  | 'end';

interface KeyRow {
  readonly command: PresenterCommand;
  /** Names of keys as browsers tell them (UI Events KeyboardEvent key values), letters in lower case. */
  readonly keys: readonly string[];
  /** How they are called. */
  readonly shown: string;
  readonly does: string;
}

/** Every key once. Clickers send PageUp and PageDown, a full stop or B, F5 and Escape. */
export const PRESENTER_KEYS: readonly KeyRow[] = [
  {
    command: 'next',
    keys: ['ArrowRight', 'PageDown', ' ', 'Enter'],
    shown: '→  Space  Page Down',
    does: 'on: what is below, then the next step',
  },
  { command: 'back', keys: ['ArrowLeft', 'PageUp', 'Backspace'], shown: '←  Page Up', does: 'back' },
  { command: 'first', keys: ['Home'], shown: 'Home', does: 'first step' },
  { command: 'good', keys: ['g'], shown: 'G', does: 'back to the known good state' },
  { command: 'black', keys: ['b', '.'], shown: 'B  .', does: 'black screen and back' },
  { command: 'white', keys: ['w'], shown: 'W', does: 'white screen and back' },
  { command: 'spotlight', keys: ['s'], shown: 'S', does: 'spotlight at the pointer' },
  { command: 'wider', keys: [']'], shown: ']  wheel', does: 'wider spotlight' },
  { command: 'narrower', keys: ['['], shown: '[  wheel', does: 'narrower spotlight' },
  { command: 'laser', keys: ['l'], shown: 'L', does: 'laser pointer' },
  { command: 'window', keys: ['p'], shown: 'P', does: 'the presenter’s window' },
  { command: 'fullscreen', keys: ['f'], shown: 'F', does: 'full screen' },
  { command: 'help', keys: ['?'], shown: '?', does: 'these keys' },
  { command: 'end', keys: ['Escape'], shown: 'Esc', does: 'end' },
];

const BY_KEY = new Map(
  PRESENTER_KEYS.flatMap(({ command, keys }) => keys.map((key) => [key, command] as const)),
);

/** What a key asks for; null for every other key. */
export const commandOf = (key: string): PresenterCommand | null =>
  BY_KEY.get(key.length === 1 ? key.toLowerCase() : key) ?? null;

/** Whether a text names a command: what another window sends is not taken on trust. */
export const isCommand = (text: unknown): text is PresenterCommand =>
  PRESENTER_KEYS.some(({ command }) => command === text);
