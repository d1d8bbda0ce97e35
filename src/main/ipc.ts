import { basename } from 'node:path';
import type { IpcMain, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import type { Outcome } from '../contract/failure.ts';
import { type EventName, type Events, eventNames, type Host, requests } from '../contract/requests.ts';
import { dispatch } from '../host/dispatch.ts';

/** Channels, shared with the preload by their form: `request:<name>` and `event:<name>`. */
export const requestChannel = (name: string) => `request:${name}`;
export const eventChannel = (name: string) => `event:${name}`;

/** Offers every request of the contract; who is not our own page gets no answer but a refusal. */
export function offerRequests(
  ipc: Pick<IpcMain, 'handle'>,
  host: Host,
  isOwnFrame: (event: IpcMainInvokeEvent) => boolean,
): void {
  for (const name of Object.keys(requests)) {
    ipc.handle(requestChannel(name), async (event, input: unknown): Promise<Outcome<unknown>> => {
      if (!isOwnFrame(event)) throw new Error(`${name} was asked by a page that is not ours.`);
      return dispatch(host, name, input);
    });
  }
}

/** Tells the page what became of a file that it handed to the user: the save dialog can be called off. */
export function tellSaved(session: Pick<Session, 'on'>): void {
  session.on('will-download', (_event, item, contents) => {
    item.once('done', (_done, state) => {
      if (contents.isDestroyed()) return;
      const payload: Events['file:saved'] = {
        name: basename(item.getSavePath()),
        saved: state === 'completed',
      };
      contents.send(eventChannel('file:saved'), payload);
    });
  });
}

/** Sends every event of the contract to the page. Returns the way to stop. */
export function sendEvents(host: Host, page: () => WebContents | null): () => void {
  const stops = eventNames.map((name: EventName) =>
    host.on(name, (payload) => {
      const contents = page();
      if (contents !== null && !contents.isDestroyed()) contents.send(eventChannel(name), payload);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
