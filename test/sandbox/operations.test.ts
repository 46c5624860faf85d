import type { Json, JsonObject } from '../../src/contract/json.js';
import { operations } from '../../src/sandbox/operations.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { currencyOffer, itemOffer, legacyAccount, stockedAccount } from './support/bodies.ts';
import { callSandbox, idOf, listOf } from './support/callSandbox.ts';
import { control } from './support/control.ts';
import { openSandbox } from './support/openSandbox.ts';

const PAGE = '?sort=-id&page=1&per_page=50';
const FILTERS = '?filter[search]=a&filter[id]=1&filter[status]=draft&filter[game_id]=2';
const OFFER = '/v2/account-offers/{account}';

/** Clients of the live service leave the items of a game out. */
const withoutItems = ({ game_items: _items, ...body }: JsonObject): JsonObject => body;

describe.each([false, true])('a client of v2 (liveShapes: %s)', (liveShapes) => {
  let sandbox: Sandbox;
  const walked = new Set<string>();
  const ids: Record<string, number | string> = { game: 'realm-of-tides' };
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 6, liveShapes });
  });
  afterAll(() => sandbox.close());

  /** Makes a call of a documented route, with the ids known so far, and expects the documented status. */
  async function call(route: string, body?: Json, status = 200, query = '') {
    const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
    const answer = await callSandbox(sandbox, `${path}${query}`, body);
    expect({ route, status: answer.status, errors: answer.body.errors }).toEqual({ route, status });
    walked.add(route);
    return answer;
  }
  const list = (route: string) => call(route, undefined, 200, PAGE);
  const buy = async (kind: string, offer: string, quantity: number) =>
    idOf(await control(sandbox, 'POST /buy', { kind, offer: ids[offer] ?? 0, quantity }));

  async function walkAccounts(): Promise<void> {
    const wholeAccount = liveShapes ? withoutItems(legacyAccount) : legacyAccount;
    ids.account = idOf(await call('POST /v2/account-offers', wholeAccount, 201));
    await call('GET /v2/account-offers', undefined, 200, FILTERS);
    await call('GET /v2/account-offers/templates/{game}');
    await call(`GET ${OFFER}`);
    await call(`PATCH ${OFFER}`, { price: '13.50' });
    for (const action of ['list', 'draft', 'duplicate']) await call(`POST ${OFFER}/${action}`);
    await call(`DELETE ${OFFER}`);

    ids.account = idOf(await call('POST /v2/account-offers/create', withoutItems(stockedAccount), 201));
    const added = await call(`POST ${OFFER}/credentials`, { credentials: ['c', 'd'] }, 201);
    ids.credential = Number(listOf(added)[0]?.id);
    await list(`GET ${OFFER}/credentials`);
    await call(`DELETE ${OFFER}/credentials/{credential}`);
    await call(`POST ${OFFER}/list`);
    ids.accountOrder = await buy('account', 'account', 1);
    await list(`GET ${OFFER}/orders`);
    await list('GET /v2/account-orders');
    await call('GET /v2/account-orders/{accountOrder}');
  }

  async function walkStock(kind: 'item' | 'currency', body: JsonObject): Promise<void> {
    const offers = `/v2/${kind}-offers`;
    const offer = `${offers}/{${kind}Offer}`;
    await list(`GET ${offers}`);
    ids[`${kind}Offer`] = idOf(await call(`POST ${offers}`, body, 201));
    if (kind === 'item') await call(`DELETE ${offer}`);
    ids[`${kind}Offer`] = idOf(await call(`POST ${offers}`, body, 201));
    await call(`GET ${offer}`);
    await call(`PATCH ${offer}`, { price: '2.50' });
    await call(`GET ${offers}/templates/{game}`);
    for (const action of ['archive', 'draft', 'list']) await call(`POST ${offer}/${action}`);
    ids[`${kind}Order`] = await buy(kind, `${kind}Offer`, 10);
    await list(`GET ${offer}/orders`);
    await list(`GET /v2/${kind}-orders`);
    await call(`GET /v2/${kind}-orders/{${kind}Order}`);
    await call(`POST /v2/${kind}-orders/{${kind}Order}/complete`);
  }

  it('makes every known call and gets the documented status', async () => {
    await list('GET /v2/games');
    await list('GET /v2/orders');
    await call('GET /v2/games/{game}');
    await call('GET /v2/gift-cards/brands');
    await walkAccounts();
    await walkStock('item', itemOffer);
    await walkStock('currency', currencyOffer);
    const ofV2 = operations.filter(({ version }) => version === 'v2');
    expect(ofV2.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...walked].sort());
  });
});
