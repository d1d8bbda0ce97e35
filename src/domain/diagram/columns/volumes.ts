import type { Part } from '../../anatomy/model.ts';
import { isMissingVolume } from '../../anatomy/mount-parts.ts';
import type { Plan, RowsPlan, UnderLight } from '../plan.ts';
import { plural, toneOf } from '../words.ts';
import { type ColumnContext, counted, foldable, partRow } from './context.ts';

/** With mounts into more containers than this, lines would only tangle: then words say which container. */
export const MOST_MOUNTING = 4;

/** Where a volume is mounted: its paths, and the containers where no line tells them. */
function mounts(context: ColumnContext, volume: Part): string {
  const { index } = context;
  const parts = index
    .linksFrom(volume.id)
    .filter((link) => link.rule === 'mount')
    .map((link) => index.get(link.to))
    .filter((part) => part !== undefined);
  const paths = [...new Set(parts.map((part) => part.value ?? part.label))].join(', ');
  const [first] = parts;
  if (first === undefined) return 'not mounted';
  const containers = new Set(parts.map((part) => part.parent)).size;
  if (containers > 1) return `${paths} in ${plural(containers, 'container')}`;
  const told = first.parent === context.index.proxy?.id || index.mounting.length <= MOST_MOUNTING;
  // Cut in its middle, a long name before the path still tells which one it is.
  return told ? paths : `${index.get(first.parent ?? '')?.label ?? ''}: ${paths}`;
}

/** How a volume begins that reads a claim, before the claim's name. */
const CLAIM = 'persistentVolumeClaim ';

/** The kind of a volume's source, or what is special of it, where there is no room for more. */
function inOneWord(detail: string): string {
  if (detail.startsWith('emptyDir · memory')) return 'memory';
  if (detail.startsWith('missing · ')) return 'missing';
  // Whose data it is says more than that it is a claim.
  if (detail.startsWith(CLAIM)) return detail.replace(CLAIM, 'claim ');
  return /^(\w+)(?: |$)/.exec(inBrief(detail))?.[1] ?? '';
}

/** The kind of a volume's source in a word or two: `emptyDir`, `memory`, `projected`. */
export const kindOfVolume = (volume: Part): string => inOneWord(volume.detail ?? '');

/** A volume's source in a few words: `emptyDir`, `token for istio-ca`, `labels, annotations`. */
function inBrief(detail: string): string {
  return detail
    .replace(/ \(no source key\)$/, '')
    .replace(/^projected · serviceAccountToken audience /, 'token for ')
    .replace(/^downwardAPI · /, '')
    .replace(/^volumeClaimTemplate/, 'claim template')
    .replace(/^ephemeral claim/, 'claim of the pod')
    .replace(/^missing · .*$/, 'there is no such volume');
}

const brokenWhenCalm: UnderLight = (chosen) => (chosen === 'normal' ? 'broken' : chosen);

/** Under a volume's name: where it is mounted, or in the scene that tells this of each container, what is in it. */
function told(context: ColumnContext, volume: Part): string {
  if (context.mode !== 'focus') return '';
  return context.input.scene === 'volumes' ? contents(context, volume) : mounts(context, volume);
}

/** What is put into a volume from elsewhere, as written. */
function contents({ index }: ColumnContext, volume: Part): string {
  const sources = index.childrenOf(volume.id).filter(({ value }) => value !== volume.value);
  return sources.map(({ label, value, detail }) => sourceText(label, value, detail)).join(', ');
}

function sourceText(label: string, value: string | null, detail = ''): string {
  if (detail.startsWith('audience')) return `${label}: ${detail}`;
  return value === null || value === label ? label : `${label}: ${value}`;
}

function volumeRows(context: ColumnContext, volumes: readonly Part[], id: string): RowsPlan {
  const focus = context.mode === 'focus';
  const rows = volumes.map((volume) => {
    return partRow(context, volume, {
      mono: false,
      value: inBrief(volume.detail ?? volume.value ?? ''),
      brief: inOneWord(volume.detail ?? ''),
      // A claim's name may be cut, as every name; words of ours are not.
      wordy: volume.detail?.startsWith(CLAIM) !== true,
      valueMono: false,
      below: told(context, volume),
      ...(isMissingVolume(volume) ? { state: 'broken', underLight: brokenWhenCalm } : {}),
    });
  });
  return foldable(context, id, rows, {
    least: focus ? 3 : 1,
    tone: volumes[0] === undefined ? 'neutral' : toneOf(volumes[0], context.input.view),
    ...(focus ? { pitch: 48 } : {}),
  });
}

/** The pod's volumes: the user's and the injector's in a group each, with their mounts where there is room. */
export function volumePlans(context: ColumnContext): readonly Plan[] {
  const volumes = context.index.ofKind('volume');
  if (volumes.length === 0) return [];
  const { view } = context.input;
  if (context.mode === 'context')
    return [
      foldable(
        context,
        'more/volumes/injected',
        volumes.map((volume) => partRow(context, volume)),
        { least: 0, most: 0, rest: (hidden) => plural(hidden, 'volume').replace(' ', '\n') },
      ),
    ];
  const injected = volumes.filter((volume) => toneOf(volume, view) !== 'user');
  const own = volumes.filter((volume) => toneOf(volume, view) === 'user');
  const word = view === 'difference' ? 'added' : 'injected';
  return [
    // A name that is only mounted is no volume.
    ...counted(
      'group/volumes/user',
      view === 'original' ? 'volumes' : 'volumes · yours',
      own.length,
      'user',
      own.filter((volume) => !isMissingVolume(volume)).length,
    ),
    ...(own.length > 0 ? [volumeRows(context, own, 'more/volumes/user')] : []),
    ...counted('group/volumes/injected', `volumes · ${word}`, injected.length, 'injected'),
    ...(injected.length > 0 ? [volumeRows(context, injected, 'more/volumes/injected')] : []),
  ];
}
