import { useCallback, useEffect, useRef, useState } from 'react';
import type { PresenterCommand } from '../../../domain/presenter/keys.ts';
import {
  type FromPresenter,
  fromStage,
  GONE_AFTER_MS,
  HERE_EVERY_MS,
  type Pictured,
  presenterChannel,
  type Told,
} from '../../state/presenter-link.ts';

export interface StageLine {
  /** What the stage told last; null before it has told anything. */
  readonly told: Told | null;
  readonly pictured: Pictured | null;
  /** It answers. */
  readonly connected: boolean;
  want(command: PresenterCommand): void;
  goTo(at: number): void;
}

/** The presenter's end of the line to the stage's window. */
export function useStageLine(session: string): StageLine {
  const [told, setTold] = useState<Told | null>(null);
  const [pictured, setPictured] = useState<Pictured | null>(null);
  const [connected, setConnected] = useState(false);
  const channel = useRef<BroadcastChannel | null>(null);
  const send = useCallback((message: FromPresenter) => channel.current?.postMessage(message), []);
  useEffect(() => {
    const line = presenterChannel(session);
    channel.current = line;
    let heard = Number.NEGATIVE_INFINITY;
    line.onmessage = ({ data }) => {
      const message = fromStage(data);
      if (message === null) return;
      heard = performance.now();
      setConnected(true);
      if (message.kind === 'told') setTold(message);
      else setPictured(message);
    };
    send({ kind: 'here', first: true });
    const timer = setInterval(() => {
      const gone = performance.now() - heard > GONE_AFTER_MS;
      setConnected(!gone);
      // One that was away may have been loaded again, and knows of no pictures.
      send({ kind: 'here', first: gone });
    }, HERE_EVERY_MS);
    return () => {
      clearInterval(timer);
      line.close();
    };
  }, [session, send]);
  return {
    told,
    pictured,
    connected,
    want: useCallback((command) => send({ kind: 'wants', command }), [send]),
    goTo: useCallback((at) => send({ kind: 'goes-to', at }), [send]),
  };
}
