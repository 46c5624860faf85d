import type { Port } from './createLink';

/** One end of a channel between two processes of Node. */
export interface Channel {
  readonly connected: boolean;
  /** Missing where a process has no channel at all. */
  readonly send?: (message: object, sent: (error: Error | null) => void) => boolean;
  readonly disconnect: () => void;
  readonly on: (event: 'message', take: (message: unknown) => void) => unknown;
  readonly once: (event: 'disconnect', action: () => void) => unknown;
}

/** A port over a channel; one that fails to take a message is closed, for what follows would have a gap. */
export const portOver = (channel: Channel): Port => ({
  send: (message) => {
    if (!channel.connected) return false;
    // What it answers is no more than whether much waits: the message is delivered all the same.
    channel.send?.(message, (error) => {
      if (error !== null && channel.connected) channel.disconnect();
    });
    return true;
  },
  listen: (take) => void channel.on('message', take),
  ended: (action) => void channel.once('disconnect', action),
});
