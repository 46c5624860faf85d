import type { ServerResponse } from 'node:http';
import type { Gone } from '../gateway/gone';

/** Tells when the client of a response leaves before its end. A real AbortSignal costs ten times as much to make. */
export function goneOf(response: ServerResponse): Gone {
  let aborted = false;
  let listeners: readonly (() => void)[] = [];
  response.once('close', () => {
    if (response.writableFinished) return;
    aborted = true;
    for (const listener of listeners) listener();
  });
  return {
    get aborted() {
      return aborted;
    },
    addEventListener: (_type, listener) => {
      if (!aborted) listeners = [...listeners, listener];
    },
    removeEventListener: (_type, listener) => {
      listeners = listeners.filter((one) => one !== listener);
    },
  };
}
