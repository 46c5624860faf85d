import { EventEmitter } from 'node:events';
import { type Calls, createLink } from '../../../src/cli/workers/createLink';
import { type Channel, portOver } from '../../../src/cli/workers/portOver';

type Sent = (error: Error | null) => void;

/** One end of a channel that answers `takesMore` to what is sent, as Node does when little or much waits. */
class FakeChannel extends EventEmitter implements Channel {
  connected = true;
  other: FakeChannel | undefined;
  broken: Error | null = null;
  takesMore = true;

  send = (message: object, sent: Sent): boolean => {
    const { broken } = this;
    queueMicrotask(() => {
      if (broken === null) this.other?.emit('message', structuredClone(message));
      sent(broken);
    });
    return this.takesMore;
  };

  disconnect = (): void => {
    this.connected = false;
    this.emit('disconnect');
  };
}

function channel(): readonly [FakeChannel, FakeChannel] {
  const ends = [new FakeChannel(), new FakeChannel()] as const;
  [ends[0].other, ends[1].other] = [ends[1], ends[0]];
  return ends;
}

type Doubling = { readonly double: (number: number) => number };

const silent: Calls = {};
const doubling: Calls = { double: (number: number) => 2 * number };

describe('a port over a channel of Node', () => {
  it('goes on while much waits to be sent: what is called is answered', async () => {
    const [near, far] = channel();
    near.takesMore = false;
    far.takesMore = false;
    createLink(portOver(far), doubling);
    const call = createLink<Doubling>(portOver(near), silent);
    expect(await Promise.all([call('double', 1), call('double', 2)])).toEqual([2, 4]);
  });

  it('sends nothing when the channel is closed', () => {
    const [near] = channel();
    near.connected = false;
    expect(portOver(near).send({})).toBe(false);
  });

  it('is over when a message cannot be sent, and whatever waits is rejected', async () => {
    const [near] = channel();
    near.broken = new Error('EPIPE');
    const call = createLink<Doubling>(portOver(near), silent);
    const calls = await Promise.allSettled([call('double', 1), call('double', 2)]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(near.connected).toBe(false);
  });
});
