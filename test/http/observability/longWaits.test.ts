import { RequestContext } from '../../../src/gateway/context.js';
import type { MadeAnswer, Route } from '../../../src/gateway/gateway.js';
import { createLongWaits } from '../../../src/http/observability/longWaits.js';
import type { Operation } from '../../../src/mapping/compile/compiledOperation.js';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import { readOffer } from '../../gateway/support/operations.ts';

const SECOND = 1_000;

const thing: Route = {
  operation: { ...readOffer, name: 'readOffer', resource: 'offer' },
  parameters: { offer: '1' },
};
const done: MadeAnswer = { answer: { status: 200, headers: {}, body: '' }, upstreamCalls: 1 };
const cancel = new AbortController().signal;
const head = {
  id: 'r',
  method: 'GET',
  target: '/v1/offers/1',
  authorization: undefined,
  contentType: undefined,
};

/** A translation that answers when the test says so, and what is found of those that wait for it. */
function opened() {
  const clock = { at: 100 * SECOND };
  const waits = createLongWaits(() => clock.at);
  let until: Promise<MadeAnswer>;
  const watched = waits.watchTranslation({
    match: () => undefined,
    routes: () => [],
    translate: () => until,
  });
  const ask = (operation: Partial<Operation> = {}) => {
    let resolve: (handled: MadeAnswer) => void = () => undefined;
    until = new Promise((answer) => (resolve = answer));
    const context = new RequestContext({ ...head, cancel }, fakeClock());
    const handled = watched.translate(context, { ...thing, operation: { ...thing.operation, ...operation } });
    return async (): Promise<void> => {
      resolve(done);
      await handled;
    };
  };
  return { clock, ask, texts: () => waits.listFindings().map(({ text }) => text) };
}

describe('the alarm of a side that does not answer', () => {
  it('is raised before any deadline has passed, even for a single waiting request', () => {
    const { clock, ask, texts } = opened();
    ask();
    clock.at += 6 * SECOND - 1;
    expect(texts()).toEqual([]);
    clock.at += 1;
    expect(texts()).toEqual(['offer: v2 has kept requests waiting (under way: readOffer 1)']);
  });

  it('is not raised for a few requests while others of the same operation are answered', async () => {
    const { clock, ask, texts } = opened();
    for (let number = 0; number < 4; number += 1) ask();
    clock.at += 10 * SECOND;
    await ask()();
    expect(texts()).toEqual([]);
    ask();
    clock.at += 3 * SECOND;
    await ask()();
    expect(texts()).toHaveLength(1);
  });

  it('is not raised while fewer than 5% of the requests wait', async () => {
    const { clock, ask, texts } = opened();
    for (let number = 0; number < 5; number += 1) ask();
    clock.at += 3 * SECOND;
    for (let number = 0; number < 200; number += 1) await ask()();
    expect(texts()).toEqual([]);
  });

  it('lasts until half a minute after the latest long wait, so that it does not flap', async () => {
    const { clock, ask, texts } = opened();
    const answer = ask();
    clock.at += 6 * SECOND;
    expect(texts()).toHaveLength(1);
    await answer();
    clock.at += 30 * SECOND;
    expect(texts()).toEqual(['offer: v2 has kept requests waiting (under way: readOffer 0)']);
    clock.at += 1;
    expect(texts()).toEqual([]);
  });

  it('is not raised for a long change of many offers', () => {
    const { clock, ask, texts } = opened();
    ask({ name: 'updateOffers', resource: 'offer', each: { member: 'ids', fills: 'offer', message: '' } });
    clock.at += 60 * SECOND;
    expect(texts()).toEqual([]);
  });
});
