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
  const { first } = stores.manifest.getState();
  if (first.open === null && !first.busy && first.failure === null)
    void openManifest(stores, 'first', DEFAULT_SOURCE);
  if (!(await stores.tools.getState().awaitIstioctl())) return;
  const { profiles } = stores.manifest.getState();
  askProgram(stores);
  if (profiles === null) await stores.manifest.getState().askProfiles();
}

/** Asks istioctl of itself and of the chosen cluster, where it was not asked of that one yet. */
export function askProgram(stores: Stores): void {
  const { programOf, askProgram: ask } = stores.manifest.getState();
  const kubeconfig = chosenKubeconfig(stores);
  if (programOf === null || programOf.kubeconfig !== kubeconfig) void ask(kubeconfig);
}

/** Opens a manifest on one side. Fetching istioctl may come first, and says itself how far it is. */
export async function openManifest(stores: Stores, side: SideName, source: ManifestSource): Promise<void> {
  const needed = source.kind === 'generated' ? () => withoutIstioctl(stores) : undefined;
  if (!(await stores.manifest.getState().open(side, source, needed))) {
    await showDefaultInstead(stores, side, source);
    return;
  }
  if (side === 'first') {
    const look = stores.manifestLook.getState();
    look.reset();
    const { open } = stores.manifest.getState().first;
    if (open !== null) void look.search(open.id, '', null);
  }
  compareBoth(stores);
}

/** Whoever names a wrong one before the first was there has something to look at beside the reason. */
async function showDefaultInstead(stores: Stores, side: SideName, source: ManifestSource): Promise<void> {
  const { open, busy, failure } = stores.manifest.getState().first;
  if (side !== 'first' || source === DEFAULT_SOURCE || open !== null || busy || failure === null) return;
  await openManifest(stores, 'first', DEFAULT_SOURCE);
  const { first, fail } = stores.manifest.getState();
  if (first.source === DEFAULT_SOURCE && first.failure === null) fail('first', failure);
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
