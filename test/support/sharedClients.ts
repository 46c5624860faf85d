import { rehearsal } from './shippedFixtures.ts';
import type { SharedGateway } from './sharedGateways.ts';
import { ask } from './talk.ts';

/** A request as its client saw it; instants in ms. */
export interface Answered {
  readonly gateway: number;
  readonly start: number;
  readonly end: number;
  /** The API that has answered; undefined if the connection was cut. */
  readonly side: string | undefined;
}

const { request } = rehearsal('updateCurrencyOffer');

/** Keys of the clients of one gateway, so that none of them meets the limit. */
const KEYS = 100;

/** Time (ms) between two requests of a client, and between two looks for a gateway that is being started. */
const PAUSE = { next: 10, start: 50 } as const;

/** A client: the gateway to which it sends its requests, and for how long. */
interface ClientOf {
  readonly at: number;
  readonly gatewayOf: () => SharedGateway | undefined;
  readonly isOver: () => boolean;
  /** Counts a request; returns its number among those of all clients. */
  readonly next: () => number;
}

/** Sends one request after the other's answer, of which each fourth writes. */
export async function playClient(
  { at, gatewayOf, isOver, next }: ClientOf,
  answered: (answer: Answered) => void,
): Promise<void> {
  while (!isOver()) {
    const gateway = gatewayOf();
    await new Promise((resolve) => setTimeout(resolve, gateway === undefined ? PAUSE.start : PAUSE.next));
    if (gateway === undefined) continue;
    const number = next();
    const start = Date.now();
    const isWrite = number % 4 === 0;
    const headers = {
      Authorization: `Bearer key-${at}-${number % KEYS}`,
      'Content-Type': 'application/json',
    };
    const askedEntry = {
      method: isWrite ? 'PATCH' : 'GET',
      path: `/v1/currency-offers/${1_000_000 + number}`,
    };
    const body = isWrite ? { body: JSON.stringify(request.body) } : {};
    const { status, headers: got } = await ask(gateway.origin, { ...askedEntry, ...body, headers });
    const side = status === 200 ? got['x-lifeboat-served-by'] : undefined;
    answered({ gateway: at, start, end: Date.now(), side });
  }
}
