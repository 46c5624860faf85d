import { setTimeout as pause } from 'node:timers/promises';
import type { Lifeboat } from '../../index';

/** Programs of a seller: what each calls itself, its pause (ms), and the v1 requests that it repeats. */
interface Seller {
  readonly program: string;
  readonly pause: number;
  readonly calls: readonly (readonly [method: 'GET' | 'PATCH', path: string, body?: object])[];
}

/** Things that the programs ask for. */
interface Wares {
  readonly login: string;
  readonly offer: number;
  readonly game: string;
}

const price = (wares: Wares, euros: number) => ({
  description: 'Delivered by hand, usually within the hour.',
  ...{ price: euros, stock: 1500, min_quantity: 10, game: wares.game },
  delivery_time: { duration: 45, unit: 'minutes' },
});

/** Sellers of different habits: one that reprices, one that copies the stock, one as nobody maintains it any more. */
const sellersOf = (wares: Wares): readonly Seller[] => {
  const account = `/v1/accounts/by-login/${encodeURIComponent(wares.login)}`;
  const offer = `/v1/currency-offers/${wares.offer}`;
  return [
    {
      ...{ program: 'repricer/2.1', pause: 700 },
      calls: [
        ['GET', offer],
        ['PATCH', offer, price(wares, 0.0124)],
        ['GET', offer],
        ['PATCH', offer, price(wares, 0.0123)],
      ],
    },
    {
      ...{ program: 'stock-sync/4.0', pause: 1_500 },
      calls: [
        ['GET', '/v1/item-offers?per_page=50'],
        ['GET', '/v1/currency-offers?per_page=50'],
        ['GET', '/v1/accounts?per_page=20'],
      ],
    },
    {
      ...{ program: 'old-bot', pause: 400 },
      calls: [
        ['GET', account],
        ['GET', '/v1/currency-orders?per_page=100'],
        ['GET', account],
      ],
    },
  ];
};

/** Settings of a gateway with played traffic: v1 lives for another month, and every read is compared. */
export const trafficSettings = (now: number) => ({
  LIFEBOAT_SUNSET: new Date(now + 30 * 86_400_000).toISOString(),
  LIFEBOAT_CUTOVER_START: 'v1',
  LIFEBOAT_COMPARISON_SAMPLE: '100',
  LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '600',
});

async function play(
  { program, pause: between, calls }: Seller,
  gateway: string,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'user-agent': program,
    'content-type': 'application/json',
  };
  for (let at = 0; !signal.aborted; at += 1) {
    const [method, path, body] = calls[at % calls.length] ?? ['GET', '/v1/accounts'];
    const sent = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    // A program of a seller goes on, whatever was answered.
    await fetch(`${gateway}${path}`, sent)
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
    await pause(between, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Resources whose reads are compared from the begin, so that there is something to see. */
const COMPARED = ['account', 'currency-offer', 'item-offer'] as const;

/** Lets sellers' programs of different habits call a gateway on the embedded marketplace, until the signal ends them. */
export async function playTraffic(
  { sandbox, stage }: Pick<Lifeboat, 'sandbox' | 'stage'>,
  gateway: string,
  signal: AbortSignal,
): Promise<void> {
  if (sandbox === undefined) return;
  for (const resource of COMPARED) await stage(resource, 'shadow', { reason: 'the traffic is played' });
  const wares = {
    login: sandbox.sampleLogin,
    offer: sandbox.sampleCurrencyOfferId,
    game: sandbox.sampleCurrencyGame,
  };
  for (const seller of sellersOf(wares)) void play(seller, gateway, sandbox.keys.v1, signal);
}
