import type { LinkRule, Part } from '../../anatomy/model.ts';
import { printable } from '../measure.ts';
import { valueIn } from '../part-index.ts';
import type { CardPlan, ColumnPlan, Plan } from '../plan.ts';
import { sans, space } from '../plan.ts';
import { COLUMN_TITLES, plural, spoken, toneOf } from '../words.ts';
import { type ColumnContext, counted, foldable, isForRoom, partRow } from './context.ts';
import { kindOfVolume, volumePlans } from './volumes.ts';

/** What is set on a mount in few words; of a mount without any, files are read and written. */
function settingOf(mount: Part): string {
  const { detail = '' } = mount;
  return detail.replace(/\breadOnly\b/, 'read-only');
}

/** What a mount shows of the pod's volumes: for a room, which has no room for these beside, what is put there from where. */
function beside(context: ColumnContext, mount: Part): string {
  if (!isForRoom(context)) return settingOf(mount);
  const from = context.index.linksTo(mount.id).find(({ rule }) => rule === 'mount')?.from;
  const volume = from === undefined ? undefined : context.index.get(from);
  return volume === undefined ? settingOf(mount) : kindOfVolume(volume);
}

const PROOFS: ReadonlySet<LinkRule> = new Set(['projected-token', 'trusted-root']);

/** A container with what it mounts: the volume, the path under it, and whether it may only be read. */
function containerCard(context: ColumnContext, part: Part): CardPlan {
  const { index, input } = context;
  const mounts = index.childrenOf(part.id, 'mount');
  // First what the chain of identity beside it is about.
  const proving = new Set(
    mounts.filter(({ id }) => index.linksFrom(id).some(({ rule }) => PROOFS.has(rule))).map(({ id }) => id),
  );
  const rows = mounts.map((mount) =>
    partRow(context, mount, {
      mono: false,
      value: beside(context, mount),
      valueMono: false,
      wordy: true,
      below: valueIn(mount, input.view) ?? '',
    }),
  );
  return {
    kind: 'card',
    id: part.id,
    partId: part.id,
    heading: sans(part.label, 17, 'strong', 600),
    badge: mounts.length === 0 ? { text: 'mounts nothing', tone: 'neutral' } : null,
    lines: [],
    body:
      mounts.length === 0
        ? []
        : [
            foldable(context, `more/${part.id}`, rows, {
              // For a room nothing stands beside them, and the picture runs on below what is seen at first anyway.
              least: isForRoom(context) ? 5 : 2,
              pitch: 41,
              preferred: ({ id }) => proving.has(id),
            }),
          ],
    tone: toneOf(part, input.view),
    state: 'normal',
    title: printable(`${spoken(part, input.view)}, ${plural(mounts.length, 'mount')}`),
    grow: 0,
    centred: false,
  };
}

/** The pod by its files: what each container mounts, beside the volumes that the mounts are of. */
export function mountsColumn(context: ColumnContext): ColumnPlan {
  const { index, input } = context;
  const { anatomy } = input;
  const containers = index.ofKind('init-container', 'container');
  const mounting = containers.filter(({ id }) => index.childrenOf(id, 'mount').length > 0);
  // What mounts nothing is told after what the scene is about.
  const ordered = [...mounting, ...containers.filter((part) => !mounting.includes(part))];
  const cards: readonly Plan[] = [
    ...counted('group/mounting', 'containers and their mounts', containers.length, 'neutral'),
    ...ordered.flatMap((part) => [containerCard(context, part), space(6)]),
  ];
  // Side by side neither of them could be read from the last row.
  const volumes = isForRoom(context) ? [] : volumePlans(context);
  return {
    id: 'column/pod',
    title: COLUMN_TITLES.pod,
    aside: isForRoom(context) ? '' : `${anatomy.kind} ${anatomy.name}`,
    asideTone: null,
    tone: 'neutral',
    state: 'normal',
    spoken: printable(`Pod of ${anatomy.kind} ${anatomy.name}: volumes and their mounts`),
    lanes: volumes.length === 0 ? [cards] : [cards, volumes],
  };
}
