import type {
  Upstream,
  UpstreamAnswer,
  UpstreamFault,
  UpstreamRequest,
} from '../../../src/gateway/upstream.js';
import type { Result } from '../../../src/contract/result.js';
import { answers } from './answers.ts';

export interface Offer {
  readonly id: number;
  readonly login: string | null;
  readonly status: 'listed' | 'draft';
  /** Instant (ms) of its last change; absent where the test does not care: those of creation, ten seconds apart. */
  readonly changed?: number;
}

/** An offer of the market; listed unless said otherwise. */
export const offer = (id: number, login: string | null, status: Offer['status'] = 'listed'): Offer => ({
  id,
  login,
  status,
});

/** `count` listed offers, the newest first, with the logins `login-1`, `login-2` and so on by id. */
export const offers = (count: number): Offer[] =>
  Array.from({ length: count }, (_, index) => offer(count - index, `login-${count - index}`));

/** Lets a test act on one call: answer in the market's place, hold it up, or change the market before it. */
export type Interference = (
  request: UpstreamRequest,
) => Result<UpstreamAnswer, UpstreamFault> | Promise<unknown> | undefined;

/** A list of offers behind the upstream port: the paged list in the order that is asked for, and single offers. */
export function fakeMarket(stock: Offer[], interfere: Interference = () => undefined) {
  const requests: UpstreamRequest[] = [];
  const market = { stock, interfere, requests, pages: () => pages(requests), upstream: call };

  async function call(request: UpstreamRequest): Promise<Awaited<ReturnType<Upstream>>> {
    requests.push(request);
    const interference = market.interfere(request);
    if (interference !== undefined && 'ok' in interference) return interference;
    await interference;
    return answer(market.stock, request.path);
  }
  return market;
}

/** The page numbers of the whole list, newest first, that were asked for, in order. */
const pages = (requests: readonly UpstreamRequest[]): number[] =>
  requests
    .flatMap(({ path }) => Number(/[?&]page=(\d+)&per_page=\d+&sort=-id/.exec(path)?.[1] ?? []))
    .filter((page) => page > 0);

const shownOffer = (offer: Offer): Required<Offer> => ({ changed: offer.id * 10_000, ...offer });

function answer(stock: readonly Offer[], path: string) {
  const { pathname, searchParams } = new URL(path, 'http://market');
  const id = /^\/v2\/accounts\/(\d+)$/.exec(pathname)?.[1];
  if (id !== undefined) {
    const foundOffer = stock.find((candidate) => candidate.id === Number(id));
    return foundOffer === undefined ? answers(404, {}) : answers(200, { data: shownOffer(foundOffer) });
  }
  const sort = searchParams.get('sort');
  // No `expect`: thousands of interleavings come by here.
  if (pathname !== '/v2/accounts' || !/^-(id|changed)$/.test(sort ?? ''))
    throw new Error(`not a list: ${path}`);
  const page = Number(searchParams.get('page'));
  const size = Number(searchParams.get('per_page'));
  const by = sort === '-id' ? 'id' : 'changed';
  const sorted = stock
    .map(shownOffer)
    .toSorted((required, nextRequired) => nextRequired[by] - required[by] || nextRequired.id - required.id);
  return answers(200, {
    data: sorted.slice((page - 1) * size, page * size),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(stock.length / size)),
      per_page: size,
      total: stock.length,
    },
  });
}
