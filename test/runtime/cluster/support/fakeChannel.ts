import { EventEmitter } from 'node:events';
import type { Channel } from '../../../../src/runtime/cluster/processLink';

/** One end of a channel between two processes; what is sent is copied, and comes a little later. */
export class FakeChannel extends EventEmitter implements Channel {
  connected = true;
  other: FakeChannel | undefined;
  /** Error of every sending; absent: messages arrive. */
  broken: Error | null = null;
  /** Result of `send`: false signals back-pressure. */
  takesMore = true;

  send = (message: object, sent: (error: Error | null) => void): boolean => {
    const { broken } = this;
    const copy = structuredClone(message);
    queueMicrotask(() => {
      if (broken === null) this.other?.emit('message', copy);
      sent(broken);
    });
    return this.takesMore;
  };

  disconnect = (): void => {
    for (const end of [this, this.other]) {
      if (end?.connected !== true) continue;
      end.connected = false;
      end.emit('disconnect');
    }
  };
}

/** Connects two ends. */
export function joined<Near extends FakeChannel, Far extends FakeChannel>(
  near: Near,
  far: Far,
): readonly [Near, Far] {
  [near.other, far.other] = [far, near];
  return [near, far];
}
