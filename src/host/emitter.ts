import type { EventName, Events } from '../contract/requests.ts';

export interface Emitter {
  readonly emit: <E extends EventName>(event: E, payload: Events[E]) => void;
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void;
}

/** Events of the contract to whoever listens, in the order of listening. */
export function createEmitter(): Emitter {
  const listeners: { readonly [E in EventName]: Set<(payload: Events[E]) => void> } = {
    'tools:progress': new Set(),
    'envoy:started': new Set(),
    'envoy:snapshot': new Set(),
    'envoy:ended': new Set(),
    'envoy:deserted': new Set(),
    'lab:progress': new Set(),
    'lab:over': new Set(),
    'record:state': new Set(),
    'file:saved': new Set(),
  };
  return {
    emit(event, payload) {
      for (const listener of listeners[event]) listener(payload);
    },
    on(event, listener) {
      listeners[event].add(listener);
      return () => listeners[event].delete(listener);
    },
  };
}
