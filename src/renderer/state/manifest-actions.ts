import type { Failure } from '../../contract/failure.ts';
import type { SourceRange } from '../../contract/types.ts';
import type { Stores } from './app.ts';
import { chosenKubeconfig } from './cluster-actions.ts';
import type { ManifestSource, ManifestView, SideName } from './manifest-store.ts';
import { openedFile, refuseBySize } from './opened-input.ts';

/** This istioctl's own default. */
export const DEFAULT_SOURCE: ManifestSource = { kind: 'generated', profile: null, sets: [] };

/** The first look into the room: the default manifest, what istioctl says of itself, and its profiles. */
export async function enterManifests(stores: Stores): Promise<void> {
  const { first, program, programBusy, profiles } = stores.manifest.getState();
  const opening =
    first.open === null && !first.busy && first.failure === null
      ? openManifest(stores, 'first', DEFAULT_SOURCE)
      : Promise.resolve();
  if (!(await stores.tools.getState().awaitIstioctl())) return;
  const manifests = stores.manifest.getState();
  if (program === null && !programBusy) void manifests.askProgram(chosenKubeconfig(stores));
  await opening;
  if (profiles === null) await manifests.askProfiles();
}

/** Opens a manifest on one side. Fetching istioctl may come first, and says itself how far it is. */
export async function openManifest(stores: Stores, side: SideName, source: ManifestSource): Promise<void> {
  const needed = source.kind === 'generated' ? () => withoutIstioctl(stores) : undefined;
  if (!(await stores.manifest.getState().open(side, source, needed))) return;
  if (side === 'first') {
    const look = stores.manifestLook.getState();
    look.reset();
    const { open } = stores.manifest.getState().first;
    if (open !== null) void look.search(open.id, '', null);
  }
  compareBoth(stores);
}

/** Waits for istioctl; why there is none, else null. */
async function withoutIstioctl(stores: Stores): Promise<Failure | null> {
  if (await stores.tools.getState().awaitIstioctl()) return null;
  return {
    code: 'tool-not-found',
    kind: 'input',
    message: 'No manifest was generated: istioctl is not here.',
    hint: 'Fetch it at the foot of the window, or open a manifest from a file.',
    source: null,
  };
}

/** A file that was chosen or dropped: in the map the one that is shown, side by side the second one. */
export async function openManifestFile(
  stores: Stores,
  file: Pick<File, 'name' | 'size' | 'slice'>,
  side: SideName,
): Promise<void> {
  const { fail } = stores.manifest.getState();
  const refuse = (code: string, message: string, hint: string) =>
    fail(side, { code, kind: 'input', message, hint, source: null });
  const refusal = refuseBySize(file.name, file.size);
  if (refusal !== null)
    return refuse('input-too-large', refusal.message, 'Keep only the objects that you want to see.');
  const opened = await openedFile(file.name, file).catch(() => null);
  if (opened === null)
    return refuse(
      'file-unreadable',
      `${file.name} could not be read.`,
      'Open a file, not a folder, and check that you may read it.',
    );
  await openManifest(stores, side, { kind: 'file', file: opened });
}

export function setManifestView(stores: Stores, view: ManifestView): void {
  stores.manifest.getState().setView(view);
  compareBoth(stores);
}

/** Turns the comparison round. */
export function swapManifests(stores: Stores): void {
  stores.manifest.getState().swap();
  const { first } = stores.manifest.getState();
  const look = stores.manifestLook.getState();
  look.reset();
  if (first.open !== null) void look.search(first.open.id, '', null);
  compareBoth(stores);
}

/** Compares the two, where both are there and are looked at. */
function compareBoth(stores: Stores): void {
  const { view, first, second } = stores.manifest.getState();
  const look = stores.manifestLook.getState();
  if (first.open === null || second.open === null) look.resetComparison();
  else if (view === 'compare') void look.compare(first.open.id, second.open.id);
}

/** Once more, after a comparison that failed or was called off. */
export function compareAgain(stores: Stores): void {
  compareBoth(stores);
}

/** Opens an object of the map, at a place of it where one is meant. */
export function showObject(stores: Stores, index: number, mark: SourceRange | null = null): void {
  const { open } = stores.manifest.getState().first;
  if (open !== null) void stores.manifestLook.getState().show(open.id, index, mark);
}

/** Searches in the manifest of the map. */
export function searchObjects(stores: Stores, query: string, kind: string | null): void {
  const { open } = stores.manifest.getState().first;
  if (open !== null) void stores.manifestLook.getState().search(open.id, query, kind);
}
