import { useCallback } from 'react';
import { Presenter } from './features/presenter/presenter.tsx';
import { useSmallPictures } from './features/presenter/use-small-pictures.ts';
import { Wall } from './features/stage/wall.tsx';
import { type Stores, useStores } from './state/app.ts';
import { presenterHash } from './state/presenter-link.ts';
import { usePresenting } from './state/presenting-context.ts';

/** The presentation with the picture in it, in the place of the window's rooms. */
export function Presentation() {
  const stores = useStores();
  const { session, link } = usePresenting();
  const onPicture = useSmallPictures(link);
  const openWindow = useCallback(() => void openPresenterWindow(stores, session), [stores, session]);
  return (
    <Presenter session={session} openWindow={openWindow}>
      <Wall onPicture={onPicture} />
    </Presenter>
  );
}

/** Opens the presenter's window: a browser does it itself, from a key or a press; Electron is asked for one of its own. */
async function openPresenterWindow({ presenter, bridge }: Stores, session: string): Promise<void> {
  const opened = window.open(presenterHash(session), `presenter-${session}`, 'popup,width=1100,height=760');
  if (opened !== null) return;
  const outcome = await bridge.request('presenter:open', { session });
  if (!outcome.ok || !outcome.value.opened) presenter.setState({ blocked: true });
}
