import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPrivacy } from '../../src/comparison/keep/privacy.js';
import type { Pair } from '../../src/comparison/compare/answerPair.js';
import type { ShadowedRequest } from '../../src/http/shadowPort.js';
import { copyPass } from '../../src/shadow/copyPassedAnswer.js';
import { createRecorder } from '../../src/shadow/recorder.js';
import { fakeClock } from '../gateway/support/fakeClock.ts';
import { shipped } from '../support/shipped.ts';

const CALLER = '0123456789ab';

function open() {
  const [operation] = shipped().operations.filter(({ name }) => name === 'getCurrencyOffer');
  if (operation === undefined) throw new Error('no getCurrencyOffer');
  const clock = fakeClock();
  const privacy = createPrivacy({ secret: Buffer.alloc(32), kept: [] });
  const recorder = createRecorder({ privacy, clock, most: 1_000, wire: shipped().wire });
  const request = (id: string): ShadowedRequest => ({
    id,
    method: 'GET',
    target: '/v1/currency-offers/7',
    authorization: 'Bearer key',
    caller: CALLER,
    route: { operation } as ShadowedRequest['route'],
    contentType: undefined,
    compare: 'shadow',
  });
  /** Plays v1's answer to a request, complete or broken off. */
  const answer = async (id: string, compared: boolean, isWhole = true) => {
    const wish = recorder.onV1(request(id), compared);
    const copy = wish && copyPass(1_000, [wish]);
    const message = Object.assign(new IncomingMessage(new Socket()), { statusCode: 200 });
    copy?.noteAnswer(message, Buffer.from('{"data":1}'));
    copy?.noteEnd(isWhole);
    await nextTurn();
  };
  const seenAnswer = { status: 200, headers: {}, body: '{}' };
  const pair: Pair = {
    id: 'compared',
    at: 5,
    resource: 'currency-offer',
    operation: 'getCurrencyOffer',
    caller: CALLER,
    request: 'GET /v1/currency-offers/7',
    v1: seenAnswer,
    v2: seenAnswer,
    raw: [],
  };
  const read = () =>
    recorder.takeBatch().exchanges.map(({ id, v2 }) => (v2 === undefined ? id : `${id} with v2`));
  return { clock, recorder, request, answer, pair, read };
}

describe('the recording of live traffic', () => {
  it('contains each exchange once, a compared exchange after its comparison and with the answer of v2', async () => {
    const { recorder, request, answer, pair, read } = open();
    read();
    await answer('alone', false);
    await answer('compared', true);
    expect(read()).toEqual(['alone']);
    recorder.recordPair(request('compared'), pair);
    expect(read()).toEqual([]);
    recorder.noteSettled(request('compared'));
    expect(read()).toEqual(['compared with v2']);
    recorder.noteSettled(request('compared'));
    expect(read()).toEqual([]);
  });

  it('contains the exchange without v2 if the comparison failed, even before the answer was read', async () => {
    const { recorder, request, answer, read } = open();
    read();
    await answer('late', true);
    recorder.noteSettled(request('late'));
    const early = answer('early', true);
    recorder.noteSettled(request('early'));
    await early;
    await answer('broken', true, false);
    recorder.noteSettled(request('broken'));
    expect(read()).toEqual(['late', 'early']);
  });

  it('contains the answers of v1 that check v2', () => {
    const { recorder, request, pair, read } = open();
    read();
    recorder.recordPair(request('checked'), pair);
    recorder.noteSettled(request('checked'));
    expect(read()).toEqual(['checked with v2']);
  });

  it('starts for each reader on request, and names the callers', async () => {
    const { recorder, answer } = open();
    await answer('before', false);
    expect(recorder.takeBatch().exchanges).toEqual([]);
    await answer('after', false);
    expect(recorder.takeBatch().exchanges).toMatchObject([{ id: 'after', caller: CALLER }]);
  });
});
