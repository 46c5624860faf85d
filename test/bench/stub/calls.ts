import type { Call } from '../load/load.ts';
import { attributes, prose, sizes } from './documents.ts';

/** An offer that the stub has, as an account and as currency. */
interface StubOffer {
  readonly bytes: number;
  readonly account: number;
  readonly login: string;
  readonly currency: number;
}

/** Ten offers as sellers have them, 0.8 to 20 KB: the fifth has a star, three an umlaut. */
export const sellers: readonly StubOffer[] = [
  ...[0, 900, 1_200, sizes.small, 1_500, 2_000, 2_500, 4_000, 7_000, sizes.large],
].map((bytes, index) => ({
  bytes,
  account: 5001 + index,
  login: `seller-${index + 1}@bench`,
  currency: 7001 + index,
}));

const named = (size: keyof typeof sizes): StubOffer => {
  const foundStubOffer = sellers.find(({ bytes }) => bytes === sizes[size]);
  if (foundStubOffer === undefined) throw new Error('no offer of this size');
  return foundStubOffer;
};

/** Two of them by their sizes. */
export const offers = { small: named('small'), large: named('large') };

/** The update of a currency offer as a v1 client sends it (spec 4.6), about as large as the answer. */
const updateOf = ({ currency, bytes }: StubOffer): string =>
  JSON.stringify({
    description: prose(Math.min(2_000, Math.max(100, bytes - 300)), currency),
    price: '0.004200',
    game: 'star-traders',
    stock: '250000',
    min_quantity: 500,
    delivery_time: { duration: 45, unit: 'minutes' },
    delivery_instructions: 'Be online',
    currency_data: { server: 'Alpha', harbours: ['North'], ...attributes(Math.max(0, bytes - 2_500)) },
  });

/** Requests in the words of v1. */
export const v1Calls = {
  byLogin: ({ login }: StubOffer): Call => ({ method: 'GET', path: `/v1/accounts/by-login/${login}` }),
  update: (offer: StubOffer): Call => ({
    method: 'PATCH',
    path: `/v1/currency-offers/${offer.currency}`,
    body: updateOf(offer),
  }),
  list: (length: number): Call => ({ method: 'GET', path: `/v1/currency-offers?page=1&per_page=${length}` }),
};

/** The same read in the words of v2, for what is passed on. */
export const v2Read = ({ account }: StubOffer): Call => ({
  method: 'GET',
  path: `/v2/account-offers/${account}`,
});
