import { contextBridge, ipcRenderer } from 'electron';
import type { Outcome } from '../contract/failure.ts';
import type { EventName, Events, RequestInput, RequestName, RequestResult } from '../contract/requests.ts';

/**
 * All that the page gets. Names and inputs are checked in the main process, which trusts nobody; neither `ipcRenderer`
 * nor an event object of Electron's ever reaches the page.
 */
const anatomy = {
  request<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Outcome<RequestResult<K>>> {
    return ipcRenderer.invoke(`request:${String(name)}`, input);
  },
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
    const channel = `event:${String(event)}`;
    const hear = (_event: unknown, payload: Events[E]) => listener(payload);
    ipcRenderer.on(channel, hear);
    return () => ipcRenderer.removeListener(channel, hear);
  },
};

contextBridge.exposeInMainWorld('anatomy', anatomy);
