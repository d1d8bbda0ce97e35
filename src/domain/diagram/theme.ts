import type { Tone } from './scene.ts';

/** A tone's colours: `ink` for text and thin lines, `tint` behind that text, `solid` under `onSolid` text. */
export interface ToneColours {
  readonly ink: string;
  readonly tint: string;
  readonly solid: string;
  readonly onSolid: string;
}

/** `projector`: light, for lamps that wash colours out; `contrast`: on black, for eyes that need it. */
export type ThemeName = 'light' | 'dark' | 'projector' | 'contrast';

/** In the order in which they are offered. */
export const THEME_NAMES: readonly ThemeName[] = ['light', 'dark', 'projector', 'contrast'];

/** Every colour of a picture, `#rrggbb`, and how heavy its lines are. */
export interface Theme {
  readonly name: ThemeName;
  /** Lines and frames are so many times as wide as drawn. */
  readonly heaviness: number;
  /** Opacity of texts that step back for a selection, 0 to 1. */
  readonly stepBack: number;
  /** Behind everything. */
  readonly stage: string;
  /** A column's ground. */
  readonly column: string;
  /** A card's ground in a column. */
  readonly card: string;
  /** A row's ground in a column or card. */
  readonly row: string;
  /** Frames that carry no meaning. */
  readonly border: string;
  readonly strong: string;
  readonly normal: string;
  readonly muted: string;
  readonly tones: Readonly<Record<Tone, ToneColours>>;
}

const tone = (ink: string, tint: string, onSolid: string, solid = ink): ToneColours => ({
  ink,
  tint,
  solid,
  onSolid,
});

const WHITE = '#ffffff';

export const LIGHT: Theme = {
  name: 'light',
  heaviness: 1,
  stepBack: 0.72,
  stage: '#f4f5f3',
  column: '#ffffff',
  card: '#ffffff',
  row: '#f5f7f8',
  border: '#d3d9e0',
  strong: '#14202b',
  normal: '#2f3b47',
  muted: '#55616d',
  tones: {
    user: tone('#2b4c8c', '#e7edf8', WHITE),
    injected: tone('#0a6b61', '#e1f2ef', WHITE),
    changed: tone('#8f3f00', '#fdeee0', WHITE),
    removed: tone('#a8201a', '#fbe9e7', WHITE),
    start: tone('#7f5200', '#fbf1d9', WHITE),
    agent: tone('#47566a', '#e9edf2', WHITE),
    mesh: tone('#643a94', '#f1eaf9', WHITE),
    // Not pilot-agent's colour: what it writes and what only the lab has are opposites.
    lab: tone('#942068', '#fae8f2', WHITE),
    'control-plane': tone('#643a94', '#f1eaf9', WHITE),
    neutral: tone('#47566a', '#eef1f4', WHITE),
    good: tone('#1b6e31', '#e3f3e6', WHITE),
    waiting: tone('#7f5200', '#fbf1d9', WHITE),
    bad: tone('#a8201a', '#fbe9e7', WHITE),
  },
};

const NIGHT = '#0f151b';

export const DARK: Theme = {
  name: 'dark',
  heaviness: 1,
  stepBack: 0.72,
  stage: '#0f151b',
  column: '#18212a',
  card: '#1d2832',
  row: '#212d38',
  border: '#3a4854',
  strong: '#f3f6f8',
  normal: '#d8dfe6',
  muted: '#a9b5c1',
  tones: {
    user: tone('#a3bffa', '#243352', NIGHT),
    injected: tone('#66d1c1', '#143a38', NIGHT),
    changed: tone('#f2a873', '#45301f', NIGHT),
    removed: tone('#ff958b', '#4a2526', NIGHT),
    start: tone('#e6bd62', '#3d331b', NIGHT),
    agent: tone('#b6c4d4', '#2a3644', NIGHT),
    mesh: tone('#cbabf2', '#372b4c', NIGHT),
    lab: tone('#f09ccb', '#46253a', NIGHT),
    'control-plane': tone('#cbabf2', '#372b4c', NIGHT),
    neutral: tone('#b6c4d4', '#2a3644', NIGHT),
    good: tone('#82d494', '#1c3a25', NIGHT),
    waiting: tone('#e6bd62', '#3d331b', NIGHT),
    bad: tone('#ff958b', '#4a2526', NIGHT),
  },
};

export const PROJECTOR: Theme = {
  name: 'projector',
  heaviness: 1.6,
  stepBack: 0.8,
  stage: '#ffffff',
  column: '#ffffff',
  card: '#ffffff',
  row: '#f1f3f5',
  border: '#6b7682',
  strong: '#000000',
  normal: '#111a22',
  muted: '#333e49',
  tones: {
    user: tone('#123478', '#e1e9f9', WHITE),
    injected: tone('#004a42', '#d5efeb', WHITE),
    changed: tone('#6f2d00', '#fde8d2', WHITE),
    removed: tone('#82100b', '#fbe2df', WHITE),
    start: tone('#593900', '#fcecc4', WHITE),
    agent: tone('#2c3948', '#e4e9ef', WHITE),
    mesh: tone('#45177c', '#ece1f8', WHITE),
    lab: tone('#72104b', '#f9e0ee', WHITE),
    'control-plane': tone('#45177c', '#ece1f8', WHITE),
    neutral: tone('#2c3948', '#e9edf1', WHITE),
    good: tone('#0c4d1d', '#daf1de', WHITE),
    waiting: tone('#593900', '#fcecc4', WHITE),
    bad: tone('#82100b', '#fbe2df', WHITE),
  },
};

const BLACK = '#000000';

export const CONTRAST: Theme = {
  name: 'contrast',
  heaviness: 1.6,
  stepBack: 0.8,
  stage: BLACK,
  column: BLACK,
  card: BLACK,
  row: '#161616',
  border: '#b8b8b8',
  strong: WHITE,
  normal: WHITE,
  muted: '#e4e4e4',
  tones: {
    user: tone('#a8d1ff', '#06223f', BLACK),
    injected: tone('#63f2d0', '#00312a', BLACK),
    changed: tone('#ffbd7a', '#3a1f00', BLACK),
    removed: tone('#ffaca6', '#45100d', BLACK),
    start: tone('#ffe14d', '#332a00', BLACK),
    agent: tone('#e2e8ee', '#24292e', BLACK),
    mesh: tone('#dcc3ff', '#2a1547', BLACK),
    lab: tone('#ffb3dd', '#420e2c', BLACK),
    'control-plane': tone('#dcc3ff', '#2a1547', BLACK),
    neutral: tone('#e2e8ee', '#202020', BLACK),
    good: tone('#7df294', '#06310f', BLACK),
    waiting: tone('#ffe14d', '#332a00', BLACK),
    bad: tone('#ffaca6', '#45100d', BLACK),
  },
};

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: LIGHT,
  dark: DARK,
  projector: PROJECTOR,
  contrast: CONTRAST,
};

function luminance(colour: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, section 1.4.3). */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
