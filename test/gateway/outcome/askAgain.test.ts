import type { Served } from '../../../src/cutover/evidence/traffic';
import { RequestContext } from '../../../src/gateway/context';
import type { Handled, Route } from '../../../src/gateway/gateway';
import { createAsksAgain } from '../../../src/gateway/outcome/askAgain';
import { passKeysOn } from '../../../src/gateway/keys/clientKeys';
import { problemAnswer } from '../../../src/gateway/problems';
import { answers } from '../support/answers';
import { fakeClock } from '../support/fakeClock';
import { readOffer, updateOffer } from '../support/operations';
import { scriptedUpstream } from '../support/scriptedUpstream';

const SECOND = 1_000;
const HOUR = 3_600;

const good: Handled = { answer: { status: 200, headers: {}, body: '{}' }, upstreamCalls: 1 };
const bad: Handled = {
  answer: problemAnswer('upstreamFailed', 'r-1'),
  upstreamCalls: 1,
  refusal: { code: 'upstreamFailed' },
  phase: 'failed',
};
const gone: Handled = { ...bad, refusal: { code: 'clientGone' } };

const read: Route = { operation: readOffer, parameters: { offer: '42' } };
const served = (more: Partial<Served> = {}): Served => ({
  ...{ resource: 'offer', operation: 'readOffer', caller: 'aaa', side: 'v2', because: 'stage' },
  ...{ failed: true, signature: 'upstreamFailed', milliseconds: 5 },
  ...more,
});

/** A caller's read has failed; `v2` and `v1` are what the sides answer from then on. */
function opened({ v2 = bad, v1 = [] }: { v2?: Handled; v1?: Parameters<typeof scriptedUpstream> } = {}) {
  const clock = fakeClock();
  const [reported, cancelled]: [Served[], boolean[]] = [[], []];
  const state = { v2, side: 'v2' as 'v1' | 'v2', asked: 0, keys: passKeysOn };
  const { upstream, requests } = scriptedUpstream(...v1);
  const again = createAsksAgain({
    keys: { identify: (authorization) => state.keys.identify(authorization) },
    translation: {
      match: () => undefined,
      translate: (asked) => {
        state.asked += 1;
        return new Promise((resolve) => {
          if (state.v2 !== gone) resolve(state.v2);
          asked.cancel.addEventListener('abort', () => {
            cancelled.push(true);
            resolve(gone);
          });
        });
      },
    },
    stages: {
      cutover: {
        decide: () => ({
          ...{ side: state.side, compare: 'nothing', mayFallBack: true, because: 'stage', stage: 'v2' },
        }),
        served: (one) => void reported.push(one),
      },
      callV1: upstream,
      deadlineMs: 10_000,
    },
    clock,
  });
  const head = { id: 'r-1', authorization: 'Bearer key-1', contentType: undefined, traceparent: undefined };
  const cancel = new AbortController().signal;
  const context = new RequestContext({ ...head, method: 'GET', target: '/v1/offers/42', cancel }, clock);
  const caller = passKeysOn.identify('Bearer key-1');
  Object.assign(context, { caller, fingerprint: 'aaa', targetForV1: '/v1/offers/42' });
  const seconds = async (count: number): Promise<void> => {
    for (let past = 0; past < count; past += 1) {
      clock.advance(SECOND);
      await new Promise(setImmediate);
    }
  };
  const ended = (more: Partial<Served> = {}, route = read): void => again.ended(served(more), context, route);
  const said = () => reported.map(({ side, failed, again: isAgain }) => ({ side, failed, isAgain }));
  return { again, clock, state, seconds, ended, said, reported, cancelled, requests };
}

const failedAgain = { side: 'v2', failed: true, isAgain: true };

describe('a read that has failed', () => {
  it('is asked again after two and five seconds, so that a third failure in a row is known within ten', async () => {
    const { ended, seconds, said } = opened();
    ended();
    await seconds(1);
    expect(said()).toEqual([]);
    await seconds(4);
    expect(said()).toEqual([failedAgain, failedAgain]);
  });

  it('is asked for every 20 seconds until it is answered, and then no more', async () => {
    const { ended, seconds, said, state, clock } = opened();
    ended();
    await seconds(25);
    expect(said()).toHaveLength(3);
    state.v2 = good;
    await seconds(20);
    expect(said().at(-1)).toEqual({ ...failedAgain, failed: false });
    expect(clock.pending()).toBe(0);
  });

  it('is asked for once at a time, however often the client asks, and no more once the client is answered', async () => {
    const { ended, seconds, said, clock } = opened();
    ended();
    ended();
    await seconds(2);
    expect(said()).toHaveLength(1);
    ended({ failed: false, signature: '200' });
    expect(clock.pending()).toBe(0);
  });

  it('is asked for until an hour after the client itself has failed', async () => {
    const { ended, seconds, clock, state } = opened();
    ended();
    await seconds(HOUR - 20);
    ended();
    await seconds(HOUR - 20);
    expect(clock.pending()).toBe(1);
    await seconds(40);
    expect(clock.pending()).toBe(0);
    const { asked } = state;
    await seconds(40);
    expect(state.asked).toBe(asked);
  });

  it('on v1 goes to v1 with the key of the client', async () => {
    const { ended, seconds, reported, requests, state } = opened({
      v1: [answers(500, { message: 'Server Error' }), answers(200, { data: {} })],
    });
    state.side = 'v1';
    ended({ side: 'v1' });
    await seconds(5);
    expect(reported.map(({ side, failed }) => [side, failed])).toEqual([
      ['v1', true],
      ['v1', false],
    ]);
    expect(requests).toMatchObject([
      { method: 'GET', path: '/v1/offers/42', authorization: 'Bearer key-1' },
      { method: 'GET', path: '/v1/offers/42' },
    ]);
  });

  it('is not asked for with a key that was withdrawn meanwhile', async () => {
    const { ended, seconds, state, clock } = opened();
    ended();
    state.keys = { identify: () => undefined };
    await seconds(30);
    expect([state.asked, clock.pending()]).toEqual([0, 0]);
  });

  it('is not asked for on a side that answers it no more', async () => {
    const { ended, seconds, state } = opened();
    ended();
    state.side = 'v1';
    await seconds(30);
    expect(state.asked).toBe(0);
  });

  it('is given up after three seconds, which is a failure only where the client got no answer in time', async () => {
    for (const [signature, count] of [
      ['upstreamTimeout', 2],
      ['upstreamFailed', 0],
    ] as const) {
      const { ended, seconds, said, cancelled } = opened({ v2: gone });
      ended({ signature });
      await seconds(11);
      expect([said().length, cancelled.length]).toEqual([count, 2]);
    }
  });

  it('with a refused key is asked for again only if its caller was answered before', () => {
    const refused = { failed: false, refused: true, signature: 'unauthenticated' };
    const { ended, clock } = opened();
    ended(refused);
    expect(clock.pending()).toBe(0);
    ended({ failed: false });
    ended(refused);
    expect(clock.pending()).toBe(1);
  });

  it('is not asked again where that would not help: a write, no key, a limit, a queue, a forced side', () => {
    const { ended, clock } = opened();
    ended({ operation: 'updateOffer' }, { ...read, operation: updateOffer });
    for (const more of [
      { caller: '' },
      { signature: 'rateLimited' },
      { signature: 'overloaded' },
      { because: 'forced' },
    ] as const)
      ended(more);
    expect(clock.pending()).toBe(0);
  });

  it('is one of twenty at most, and of none once it is closed', () => {
    const { ended, clock, again } = opened();
    for (let number = 0; number < 30; number += 1) ended({ caller: `caller-${number}` });
    expect(clock.pending()).toBe(20);
    again.close();
    expect(clock.pending()).toBe(0);
  });
});
