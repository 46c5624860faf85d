import type { JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { accountV1, currencyOffer, itemOffer, stockedAccount } from '../support/bodies.ts';
import { type Answered, callSandbox, dataOf, idOf } from '../support/callSandbox.ts';
import { control } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';

/** A new draft of each kind. */
const DRAFTS: Readonly<Record<string, readonly [call: string, body: JsonObject]>> = {
  'account-offers': ['POST /v2/account-offers/create', stockedAccount],
  'currency-offers': ['POST /v2/currency-offers', currencyOffer],
  'item-offers': ['POST /v2/item-offers', itemOffer],
};

/** The actions that bring a draft into a state. */
const TO: Readonly<Record<string, readonly string[]>> = {
  draft: [],
  listed: ['list'],
  archived: ['archive'],
};

type Move = readonly [kind: string, from: string, action: string, to: string | 422];

const stockMoves = (kind: string): readonly Move[] => [
  [kind, 'draft', 'list', 'listed'],
  [kind, 'listed', 'list', 'listed'],
  [kind, 'archived', 'list', 422],
  ...['draft', 'listed', 'archived'].flatMap((from): readonly Move[] => [
    [kind, from, 'draft', 'draft'],
    [kind, from, 'archive', 'archived'],
  ]),
];

/** Moves of section 3 and 4.7. */
const moves: readonly Move[] = [
  ['account-offers', 'draft', 'list', 'listed'],
  ['account-offers', 'listed', 'list', 'listed'],
  ['account-offers', 'draft', 'draft', 'draft'],
  ['account-offers', 'listed', 'draft', 'draft'],
  ...stockMoves('currency-offers'),
  ...stockMoves('item-offers'),
];

/** v1's own words for the same moves (observed). */
const movesV1: readonly Move[] = [
  ['currency-offers', 'draft', 'actions/list', 'listed'],
  ['currency-offers', 'listed', 'actions/unlist', 'draft'],
  ['currency-offers', 'listed', 'actions/archive', 'archived'],
  ['currency-offers', 'archived', 'actions/unarchive', 'draft'],
  ['currency-offers', 'archived', 'actions/list', 422],
];

type Step = readonly [from: readonly string[], step: string, to: string | 422];

/** Steps of an order that is delivered by hand; each begins with the steps in `from`. */
const steps: readonly Step[] = [
  [[], 'deliver', 'in_delivery'],
  [['deliver'], 'deliver', 'delivered'],
  [['deliver', 'deliver'], 'deliver', 422],
  [[], 'complete', 'delivered'],
  [['deliver'], 'complete', 'delivered'],
  [['complete'], 'complete', 422],
  [[], 'refund', 'refunded'],
  [['deliver'], 'refund', 'refunded'],
  [['complete'], 'refund', 'refunded'],
  [['refund'], 'refund', 422],
  [['refund'], 'deliver', 422],
  [['refund'], 'complete', 422],
];

describe('the states of resources', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  const draft = async (kind: string) => {
    const [call, body] = DRAFTS[kind] ?? ['', {}];
    return idOf(await callSandbox(sandbox, call, body));
  };
  const bring = async (kind: string, id: number, state: string) => {
    for (const action of TO[state] ?? []) await callSandbox(sandbox, `POST /v2/${kind}/${id}/${action}`);
  };
  const statusOf = async (kind: string, id: number) =>
    dataOf(await callSandbox(sandbox, `GET /v2/${kind}/${id}`)).status;

  it.each(moves)('section 3: of %s, %s then %s is %s', async (kind, from, action, to) => {
    const id = await draft(kind);
    await bring(kind, id, from);
    const answer = await callSandbox(sandbox, `POST /v2/${kind}/${id}/${action}`, { ignored: true });
    expect(answer.status).toBe(to === 422 ? 422 : 200);
    expect(await statusOf(kind, id)).toBe(to === 422 ? from : to);
    if (to === 422) return;
    expect(Object.keys(answer.body)).toEqual(['data', 'message', 'action', 'previous_status']);
    expect(answer.body).toMatchObject({ data: { id, status: to }, action, previous_status: from });
    expect(answer.body.message).toEqual(expect.stringContaining(to));
  });

  it.each(movesV1)('observed: on v1 of %s, %s then %s is %s', async (kind, from, action, to) => {
    const id = await draft(kind);
    await bring(kind, id, from);
    const { status } = await callSandbox(sandbox, `PATCH /v1/${kind}/${id}/${action}`);
    expect(status).toBe(to === 422 ? 422 : 200);
    expect(await statusOf(kind, id)).toBe(to === 422 ? from : to);
  });

  it.each(['draft', 'listed'])('observed: a duplicate of a %s offer is a separate draft', async (from) => {
    const id = await draft('account-offers');
    await bring('account-offers', id, from);
    const answer = await callSandbox(sandbox, `POST /v2/account-offers/${id}/duplicate`);
    expect(answer.body).toMatchObject({
      action: 'duplicate',
      previous_status: from,
      data: { status: 'draft' },
    });
    expect(idOf(answer)).not.toBe(id);
    expect(await statusOf('account-offers', id)).toBe(from);
  });

  it.each([
    ['sold', 'list'],
    ['sold', 'draft'],
  ])('section 3: an account that is %s takes no %s', async (_status, action) => {
    const id = idOf(await callSandbox(sandbox, 'POST /v1/accounts', accountV1));
    await callSandbox(sandbox, `POST /v2/account-offers/${id}/list`);
    await control(sandbox, 'POST /buy', { kind: 'account', offer: id });
    expect((await callSandbox(sandbox, `POST /v2/account-offers/${id}/${action}`)).status).toBe(422);
    expect(await statusOf('account-offers', id)).toBe('sold');
  });

  const take = (order: number, step: string): Promise<Answered> =>
    step === 'complete'
      ? callSandbox(sandbox, `POST /v2/item-orders/${order}/complete`)
      : control(sandbox, `POST /orders/${order}/${step}`);

  it.each(steps)('section 3: of an item order, %j then %s is %s', async (from, step, to) => {
    const id = await draft('item-offers');
    await bring('item-offers', id, 'listed');
    const bought = await control(sandbox, 'POST /buy', { kind: 'item', offer: id, quantity: 20 });
    expect(dataOf(bought).status).toBe('pending');
    for (const textBefore of from) await take(idOf(bought), textBefore);
    const previousValue = await statusOf('item-orders', idOf(bought));
    expect((await take(idOf(bought), step)).status).toBe(to === 422 ? 422 : 200);
    expect(await statusOf('item-orders', idOf(bought))).toBe(to === 422 ? previousValue : to);
  });
});
