import { renderToStaticMarkup } from 'react-dom/server';
import type { Study } from '../../contract/types.ts';
import type { Part } from '../../domain/anatomy/model.ts';
import { App } from '../app.tsx';
import type { Bridge } from '../bridge/bridge.ts';
import type { Picture } from '../features/stage/picture.ts';
import { usePicture } from '../features/stage/use-scene.ts';
import { createStores, type Stores, StoresContext } from '../state/app.ts';
import type { Keeper } from '../state/keep.ts';

/** What of a picture does not change with the window, the theme or the session. */
export type ShippedPicture = Pick<Picture, 'anatomy' | 'variant' | 'live' | 'captions'>;

export interface Prerendered {
  /** The window around the stage, as React draws it of this study; without a picture, whose room is not known. */
  readonly markup: string;
  /** Null for a study without a workload. */
  readonly picture: ShippedPicture | null;
}

const never = () => new Promise<never>(() => undefined);
const bridge: Bridge = {
  tellsSaved: false,
  request: never,
  openStudy: never,
  openManifestFile: never,
  on: () => () => undefined,
  onConnection: () => undefined,
};
const keeper: Keeper = {
  load: async () => null,
  save: async () => undefined,
  note: () => undefined,
  reading: { begin: () => undefined, end: () => undefined, lost: () => null },
};

/** A place that keeps nothing and prefers nothing. */
const scope = {
  localStorage: { getItem: () => null, setItem: () => undefined },
  matchMedia: () => ({ matches: false }),
} as unknown as Window;

/** On a server, stores are read as they were made; here that is after the study was put into them. */
function readAsTheyAre(stores: Stores): void {
  for (const store of Object.values(stores) as readonly object[])
    if ('getState' in store) Object.assign(store, { getInitialState: store.getState });
}

function Listen({ heard }: { readonly heard: (picture: Picture | null) => void }) {
  heard(usePicture());
  return null;
}

/** Renders the window that shows a study for the first time, at build time: see `vite.first-picture.ts`. */
export async function prerender(study: Study): Promise<Prerendered> {
  const stores = createStores(bridge, keeper, scope);
  await stores.study.getState().showStudy(study);
  stores.commands.getState().replace(study.commands);
  readAsTheyAre(stores);
  const pictures: (Picture | null)[] = [];
  const markup = renderToStaticMarkup(
    <StoresContext.Provider value={stores}>
      <App />
      <Listen heard={(picture) => pictures.push(picture)} />
    </StoresContext.Provider>,
  );
  return { markup, picture: shippedOf(pictures.at(-1) ?? null) };
}

function shippedOf(picture: Picture | null): ShippedPicture | null {
  if (picture === null) return null;
  const { anatomy, variant, live, captions } = picture;
  return { anatomy: { ...anatomy, parts: anatomy.parts.map(drawnOf) }, variant, live, captions };
}

/** A part without the places that it was read from: the overview shows none, and they are half of its bytes. */
const drawnOf = ({ original, template, templateOneOf, settings, ...part }: Part): Part => ({
  ...part,
  source: null,
});
