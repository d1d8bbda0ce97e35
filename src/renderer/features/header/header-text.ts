import type { ThemeName } from '../../../domain/diagram/theme.ts';
import type { Room } from '../../state/room-store.ts';

/** Of each room its name in the switch. */
export const roomWords: Readonly<Record<Room, string>> = {
  anatomy: 'Anatomy',
  manifest: 'Manifest',
  lab: 'Lab',
};

export const headerText = {
  rooms: 'Room',
  manifest: 'Install manifest',
  nothing: 'No workload open',
  namespace: (kind: string, namespace: string) => `${kind} · ${namespace}`,
  original: 'Original',
  injected: 'Injected',
  difference: 'Difference',
  views: 'View',
  fixedView: (why: string) => `${why} Other scenes have all three views.`,
  open: 'Open',
  openMore: 'Open with options',
  theme: 'Theme',
  pick: (index: number, count: number) => `${index + 1} of ${count}`,
  picker: 'Choose a workload',
  find: 'Find',
  findHelp: 'Find any part of the workload (/ or Ctrl F)',
  search: 'Search by name, kind or namespace',
  found: (count: number, all: number) =>
    count === all ? `${all} workloads` : `${count} of ${all} workloads`,
  none: 'No workload matches.',
  sidecar: { classic: 'sidecar', native: 'native sidecar', none: 'no sidecar' },
  map: {
    yours: 'a container of yours',
    sidecar: 'istio-proxy beside them',
    native: 'native: it starts before them',
    none: 'no sidecar',
  },
  close: 'Close',
  lost: 'Connection lost',
  bench: 'Bench',
  benchHelp: 'Where what you see comes from: choose another',
  lab: 'Lab bench',
  labHelp: 'the real istioctl and Envoy of this machine, now',
  labNeeds: 'needs istioctl, which is not here yet',
  recordings: 'Recordings',
  recordingsNeed: 'real runs that need no program',
  openRecording: 'Open a recording …',
  openRecordingHelp: 'an .anatomy file',
  made: (day: string, seconds: number) => `${day} · ${seconds} s`,
} as const;

export const benchSigns = { lab: '●', recording: '◉', lost: '✕' } as const;

export const themeWords: Readonly<Record<ThemeName, { readonly name: string; readonly help: string }>> = {
  light: { name: 'Light', help: 'for a desk by day' },
  dark: { name: 'Dark', help: 'for a dim room' },
  projector: { name: 'Projector', help: 'light, stronger ink, heavier lines' },
  contrast: { name: 'High contrast', help: 'white and yellow on black' },
};
