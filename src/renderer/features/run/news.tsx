import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../state/app.ts';

/** How long something is told that nobody has to answer. */
const NEWS_STAYS_MS = 8000;

/**
 * What was done, or changed by itself. It takes the command line's place for a while: over the stage it would hide parts
 * of the picture, and a place of its own would push them.
 */
export function News() {
  const stores = useStores();
  const news = useStore(stores.study, (state) => state.news);
  useEffect(() => {
    if (news === null) return;
    const end = () => stores.study.getState().tell(null);
    const timer = setTimeout(end, NEWS_STAYS_MS);
    // A command that is run is newer news, and its line has its place back.
    const stop = stores.commands.subscribe(end);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [stores, news]);
  return (
    <p className="news" role="status" data-testid="news" title={news ?? undefined}>
      {news}
    </p>
  );
}
