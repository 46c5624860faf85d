import type { Json, JsonObject } from '../../src/contract/json';
import { operations } from '../../src/sandbox/operations';
import type { Sandbox } from '../../src/sandbox/sandboxOptions';
import { currencyOffer, itemOffer, legacyAccount, stockedAccount } from './support/bodies';
import { type Answered, callSandbox, idOf, listOf } from './support/callSandbox';
import { control } from './support/control';
import { openSandbox } from './support/openSandbox';

/** One call of a client, as the specification or the live service is known for it, and the documented status. */
interface Step {
  readonly route: string;
  readonly ids?: Readonly<Record<string, number | string>>;
  readonly query?: string;
  readonly body?: Json;
  readonly status: number;
}

const list = (route: string): Step => ({
  route,
  query: '?sort=-id&page=1&per_page=50',
  status: 200,
});

/** A client on its way through a marketplace. */
interface Client {
  readonly sandbox: Sandbox;
  /** Makes a call and expects the documented status. */
  readonly call: (step: Step) => Promise<Answered>;
  /** Plays a buyer; answers the id of the order. */
  readonly buy: (kind: string, offer: number, quantity?: number) => Promise<number>;
}

const GAME = 'realm-of-tides';

async function walkCatalogue({ call }: Client): Promise<void> {
  await call(list('GET /v2/games'));
  await call(list('GET /v2/orders'));
  await call({ route: 'GET /v2/games/{game}', ids: { game: GAME }, status: 200 });
  await call({ route: 'GET /v2/gift-cards/brands', status: 200 });
}

const OFFER = '/v2/account-offers/{account}';

async function walkAccounts({ call }: Client, legacy: JsonObject): Promise<void> {
  const account = idOf(await call({ route: 'POST /v2/account-offers', body: legacy, status: 201 }));
  const query = '?filter[search]=a&filter[id]=1&filter[status]=draft&filter[game_id]=2';
  await call({ route: 'GET /v2/account-offers', query, status: 200 });
  await call({ route: 'GET /v2/account-offers/templates/{game}', ids: { game: GAME }, status: 200 });
  await call({ route: `GET ${OFFER}`, ids: { account }, status: 200 });
  await call({ route: `PATCH ${OFFER}`, ids: { account }, body: { price: '13.50' }, status: 200 });
  for (const action of ['list', 'draft', 'duplicate']) {
    await call({ route: `POST ${OFFER}/${action}`, ids: { account }, status: 200 });
  }
  await call({ route: `DELETE ${OFFER}`, ids: { account }, status: 200 });
}

async function walkStockOfAccounts({ sandbox, call, buy }: Client): Promise<void> {
  const body = withoutItems(stockedAccount);
  const account = idOf(await call({ route: 'POST /v2/account-offers/create', body, status: 201 }));
  const ids = { account };
  const path = `${OFFER}/credentials`;
  const added = await call({ route: `POST ${path}`, ids, body: { credentials: ['c', 'd'] }, status: 201 });
  const [third = 0] = listOf(added).map(({ id }) => Number(id));
  const entry = { account, credential: third };
  await call({ ...list(`GET ${path}`), ids });
  await call({ route: `DELETE ${path}/{credential}`, ids: entry, status: 200 });
  await callSandbox(sandbox, `POST /v2/account-offers/${account}/list`);

  const order = { accountOrder: await buy('account', account) };
  await call({ ...list(`GET ${OFFER}/orders`), ids });
  await call(list('GET /v2/account-orders'));
  await call({ route: 'GET /v2/account-orders/{accountOrder}', ids: order, status: 200 });
}

/** A kind of stock, with the calls that not every kind has. */
interface Kind {
  readonly kind: 'item' | 'currency';
  readonly offer: string;
  readonly order: string;
  readonly body: JsonObject;
  readonly more: readonly ('template' | 'delete' | 'complete')[];
}

const kinds: readonly Kind[] = [
  {
    kind: 'item',
    offer: 'itemOffer',
    order: 'itemOrder',
    body: itemOffer,
    more: ['template', 'delete', 'complete'],
  },
  {
    kind: 'currency',
    offer: 'currencyOffer',
    order: 'currencyOrder',
    body: currencyOffer,
    more: ['template', 'complete'],
  },
];

async function walkStock(
  { sandbox, call, buy }: Client,
  { kind, offer, order, body, more }: Kind,
): Promise<void> {
  const base = `/v2/${kind}-offers`;
  await call(list(`GET ${base}`));
  const spare = { [offer]: idOf(await call({ route: `POST ${base}`, body, status: 201 })) };
  const id = idOf(await callSandbox(sandbox, `POST ${base}`, body));
  const ids = { [offer]: id };
  await call({ route: `GET ${base}/{${offer}}`, ids, status: 200 });
  await call({ route: `PATCH ${base}/{${offer}}`, ids, body: { price: '2.50' }, status: 200 });
  for (const action of ['archive', 'draft', 'list']) {
    await call({ route: `POST ${base}/{${offer}}/${action}`, ids, status: 200 });
  }
  const bought = { [order]: await buy(kind, id, 10) };
  await call({ ...list(`GET ${base}/{${offer}}/orders`), ids });
  await call(list(`GET /v2/${kind}-orders`));
  const path = `/v2/${kind}-orders/{${order}}`;
  await call({ route: `GET ${path}`, ids: bought, status: 200 });
  const otherEntry: Readonly<Record<Kind['more'][number], Step>> = {
    template: { route: `GET ${base}/templates/{game}`, ids: { game: GAME }, status: 200 },
    delete: { route: `DELETE ${base}/{${offer}}`, ids: spare, status: 200 },
    complete: { route: `POST ${path}/complete`, ids: bought, status: 200 },
  };
  for (const name of more) await call(otherEntry[name]);
}

/** Clients of the live service leave the items of a game out. */
function withoutItems(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'game_items'));
}

describe.each([false, true])('a client of v2 (liveShapes: %s)', (liveShapes) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 6, liveShapes });
  });
  afterAll(() => sandbox.close());

  it('makes every known call and gets the documented status', async () => {
    const walked = new Set<string>();
    const client: Client = {
      sandbox,
      call: async ({ route, ids = {}, query = '', body, status }) => {
        const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
        const answer = await callSandbox(sandbox, `${path}${query}`, body);
        const answered = { route, status: answer.status, errors: answer.body.errors };
        expect(answered).toEqual({ route, status, errors: undefined });
        walked.add(route);
        return answer;
      },
      buy: async (kind, offer, quantity = 1) =>
        idOf(await control(sandbox, 'POST /buy', { kind, offer, quantity })),
    };
    await walkCatalogue(client);
    await walkAccounts(client, liveShapes ? withoutItems(legacyAccount) : legacyAccount);
    await walkStockOfAccounts(client);
    for (const kind of kinds) await walkStock(client, kind);

    const ofV2 = operations.filter(({ version }) => version === 'v2');
    const knownTexts = ofV2.map(({ method, path }) => `${method} ${path}`);
    expect(knownTexts.sort()).toEqual([...walked].sort());
  });
});
