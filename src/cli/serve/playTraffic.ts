import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS } from '../../contract/clock';
import type { Lifeboat } from '../../index';

/** A v1 request of a seller's program; one with a body is a PATCH. */
interface Call {
  readonly path: string;
  readonly body?: object;
}

/** Programs of a seller: the name of each, its pause (ms), and the v1 requests that it repeats. */
interface Seller {
  readonly program: string;
  readonly pause: number;
  readonly calls: readonly Call[];
}

/** The part of a v1 list that the programs read. */
const offersPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({ login: z.string().nullish(), game_slug: z.string().nullish() }),
    }),
  ),
});

type Offers = z.output<typeof offersPage>['data'];

/** Offers of the seller; the programs ask for one after the other. */
type Stock = Readonly<Record<'accounts' | 'currencies' | 'items', Offers>>;

/** Sends a call as a program; returns the text of the answer. It is empty if there was none. */
type Send = (program: string, call: Call) => Promise<string>;

const STOCK_SYNC = 'stock-sync/4.0';

/** Reads the first page of a list, which is enough to be busy with. */
async function readOffers(send: Send, kind: string): Promise<Offers> {
  const answered = await send(STOCK_SYNC, { path: `/v1/${kind}?per_page=50` });
  return offersPage.parse(JSON.parse(answered)).data;
}

const readStock = async (send: Send): Promise<Stock> => ({
  accounts: await readOffers(send, 'accounts'),
  currencies: await readOffers(send, 'currency-offers'),
  items: await readOffers(send, 'item-offers'),
});

const priceBody = (game: string, euros: number) => ({
  description: 'Delivered by hand, usually within the hour.',
  price: euros,
  stock: 1500,
  min_quantity: 10,
  game,
  delivery_time: { duration: 45, unit: 'minutes' },
});

/**
 * Makes sellers of different habits: one that reprices, one that copies the stock, one whose program is no longer
 * maintained.
 */
const sellersOf = ({ accounts, currencies, items }: Stock): readonly Seller[] => [
  {
    program: 'repricer/2.1',
    pause: 700,
    calls: currencies.flatMap(({ id, attributes }) => {
      const path = `/v1/currency-offers/${id}`;
      return [{ path }, { path, body: priceBody(attributes.game_slug ?? '', 0.0124) }];
    }),
  },
  {
    program: STOCK_SYNC,
    pause: 1_500,
    calls: [
      ...['item-offers', 'currency-offers', 'accounts'].map((kind) => ({ path: `/v1/${kind}?per_page=50` })),
      ...items.map(({ id }) => ({ path: `/v1/item-offers/${id}` })),
    ],
  },
  {
    program: 'old-bot',
    pause: 400,
    calls: accounts.flatMap(({ attributes: { login } }) => [
      ...(login ? [{ path: `/v1/accounts/by-login/${encodeURIComponent(login)}` }] : []),
      { path: '/v1/currency-orders?per_page=100' },
    ]),
  },
];

/** Returns the settings of a gateway with played traffic: v1 lives for another month, and every read is compared. */
export const trafficSettings = (now: number) => ({
  LIFEBOAT_SUNSET: new Date(now + 30 * DAY_MS).toISOString(),
  LIFEBOAT_CUTOVER_START: 'v1',
  LIFEBOAT_COMPARISON_SAMPLE: '100',
  LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '600',
});

/** Pause (ms) before the stock is read again, if a fault was planted during the first reading. */
const REREAD_PAUSE_MS = 1_000;

/** Waits for some ms. Stops waiting when the signal comes. */
const wait = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

async function playSeller({ program, pause: between, calls }: Seller, send: Send, signal: AbortSignal) {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const call = calls[turn % calls.length];
    // A seller's program goes on after any answer.
    if (call !== undefined) await send(program, call);
    await wait(between, signal);
  }
}

/** Resources whose reads are compared from the beginning, so that there is something to see. */
const COMPARED = ['account', 'currency-offer', 'item-offer'] as const;

/** Lets sellers' programs of different habits call a gateway on the embedded marketplace until the signal ends them. */
export async function playTraffic(
  { sandbox, stage }: Pick<Lifeboat, 'sandbox' | 'stage'>,
  gateway: string,
  signal: AbortSignal,
): Promise<void> {
  if (sandbox === undefined) return;
  for (const resource of COMPARED) await stage(resource, 'shadow', { reason: 'the traffic is played' });
  const headers = { authorization: `Bearer ${sandbox.keys.v1}`, 'content-type': 'application/json' };
  const send: Send = (program, { path, body }) =>
    fetch(`${gateway}${path}`, {
      method: body === undefined ? 'GET' : 'PATCH',
      headers: { ...headers, 'user-agent': program },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then(
      (answer) => answer.text().catch(() => ''),
      () => '',
    );
  const startSellers = async () => {
    let stock: Stock | undefined;
    while (stock === undefined && !signal.aborted) {
      stock = await readStock(send).catch(() => undefined);
      if (stock === undefined) await wait(REREAD_PAUSE_MS, signal);
    }
    if (stock !== undefined) for (const seller of sellersOf(stock)) void playSeller(seller, send, signal);
  };
  void startSellers();
}
