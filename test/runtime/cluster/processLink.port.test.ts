import { type Calls, createLink, portOver } from '../../../src/runtime/cluster/processLink';
import { FakeChannel, joined } from './support/fakeChannel';

const channel = () => joined(new FakeChannel(), new FakeChannel());

type Doubling = { readonly double: (number: number) => number };

const silent: Calls = {};
const doubling: Calls = { double: (number: number) => 2 * number };

describe('a port over a Node channel', () => {
  it('works under back-pressure: every call is answered', async () => {
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

  it('ends when a message cannot be sent, and rejects all waiting calls', async () => {
    const [near] = channel();
    near.broken = new Error('EPIPE');
    const call = createLink<Doubling>(portOver(near), silent);
    const calls = await Promise.allSettled([call('double', 1), call('double', 2)]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(near.connected).toBe(false);
  });
});
