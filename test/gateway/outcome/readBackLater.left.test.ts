import { RequestContext } from '../../../src/gateway/context.js';
import type { Translation } from '../../../src/gateway/gateway.js';
import { passKeysOn } from '../../../src/gateway/keys/clientKeys.js';
import { readLeftWrites } from '../../../src/gateway/outcome/readBackLater.js';
import type { LeftWrite } from '../../../src/cutover/writeList.js';
import { success } from '../../../src/contract/result.js';
import { shipped } from '../../support/shipped.ts';
import { steppedClock } from '../../support/steppedClock.ts';

const [knownCaller, nextCaller] = ['Bearer key-1', 'Bearer key-2'].map((text) => passKeysOn.identify(text));
if (knownCaller === undefined || nextCaller === undefined) throw new Error('no callers');

const left = (id: string, caller: string, side: 'v1' | 'v2' = 'v2'): LeftWrite => ({
  id,
  caller,
  side,
  resource: 'currency-offer',
  operation: 'updateCurrencyOffer',
  problem: 'processEnded',
  target: `PATCH /v1/currency-offers/${id}`,
  at: 0,
});

function open(status: number) {
  const clock = steppedClock();
  const immediate = { ...clock, schedule: (_delay: number, action: () => void) => clock.schedule(0, action) };
  const [operation] = shipped().operations.filter(({ name }) => name === 'getCurrencyOffer');
  if (operation === undefined) throw new Error('no operation');
  const [askedTexts, foundTexts]: [string[], string[]] = [[], []];
  const translation: Translation = {
    match: (method, path) =>
      method === 'GET' && path.startsWith('/v1/') ? success({ operation, parameters: {} }) : undefined,
    translate: ({ target, authorization }) => {
      askedTexts.push(`${authorization} ${target}`);
      return Promise.resolve({ answer: { status, headers: {}, body: '{}' }, upstreamCalls: 1 });
    },
  };
  const cutover = {
    noteFound: (id: string, text: string) => {
      foundTexts.push(`${id}: ${text}`);
      return Promise.resolve();
    },
  };
  const reads = readLeftWrites({
    translation,
    cutover,
    clock: immediate,
    callers: () => [knownCaller as never],
  });
  const cancel = new AbortController().signal;
  const seen = (authorization: string): void => {
    const head = { id: '', method: 'GET', target: '/', authorization, contentType: undefined, cancel };
    const context = new RequestContext(head, clock);
    context.caller = passKeysOn.identify(authorization);
    reads.noteEnded(context);
  };
  return { reads, seen, asked: askedTexts, found: foundTexts, step: () => clock.step(2) };
}

describe('writes that an ended process has left', () => {
  it('are read back with the key from the table', async () => {
    const { reads, asked: askedTexts, found: foundTexts, step } = open(404);
    reads.addWrites([left('7', knownCaller.fingerprint)]);
    await step();
    expect(askedTexts).toEqual(['Bearer key-1 /v1/currency-offers/7']);
    expect(foundTexts).toEqual(['7: reading it back answered 404']);
  });

  it('are read back at the next request of their caller if no table has its key', async () => {
    const { reads, seen, asked: askedTexts, step } = open(200);
    reads.addWrites([left('7', nextCaller.fingerprint), left('8', nextCaller.fingerprint)]);
    seen('Bearer key-3');
    await step();
    expect(askedTexts).toEqual([]);
    seen('Bearer key-2');
    seen('Bearer key-2');
    await step();
    expect(askedTexts).toEqual(['Bearer key-2 /v1/currency-offers/7', 'Bearer key-2 /v1/currency-offers/8']);
  });

  it('are left to a person if v1 may have executed them, or if no read shows them', async () => {
    const { reads, asked: askedTexts, step } = open(200);
    const ofSeveral = { ...left('8', knownCaller.fingerprint), target: 'POST /v2/item-offers/8/archive' };
    reads.addWrites([left('7', knownCaller.fingerprint, 'v1'), ofSeveral]);
    await step();
    expect(askedTexts).toEqual([]);
  });
});
