import type { Call } from '../load/load';
import { attributes, prose, type Size } from './documents';

/** The offers that the stub has of each size, and what a v1 client asks of them. */
export const offers = {
  small: { account: 5001, login: 'small@bench', currency: 7001 },
  large: { account: 5002, login: 'large@bench', currency: 7002 },
} as const;

/** Path of a hundred offers on one page, which v2 itself never has: for peers that cannot ask twice. */
export const HUNDRED = '/bench/hundred';

const update = {
  price: '0.004200',
  game: 'star-traders',
  stock: '250000',
  min_quantity: 500,
  delivery_time: { duration: 45, unit: 'minutes' },
  delivery_instructions: 'Be online',
};

/** The update of a currency offer as a v1 client sends it (spec 4.6), about as large as the answer. */
const updates: Readonly<Record<Size, string>> = {
  small: JSON.stringify({ description: prose(1_200), ...update, currency_data: { server: 'Alpha' } }),
  large: JSON.stringify({ description: prose(2_000), ...update, currency_data: attributes(17_500) }),
};

/** Requests in the words of v1. */
export const v1Calls = {
  byLogin: (size: Size): Call => ({ method: 'GET', path: `/v1/accounts/by-login/${offers[size].login}` }),
  update: (size: Size): Call => ({
    method: 'PATCH',
    path: `/v1/currency-offers/${offers[size].currency}`,
    body: updates[size],
  }),
  list: (length: number): Call => ({ method: 'GET', path: `/v1/currency-offers?page=1&per_page=${length}` }),
};

/** The same in the words of v2, for peers that only pass on. */
export const v2Calls = {
  read: (size: Size): Call => ({ method: 'GET', path: `/v2/account-offers/${offers[size].account}` }),
  update: (size: Size): Call => ({
    method: 'PATCH',
    path: `/v2/currency-offers/${offers[size].currency}`,
    body: updates[size],
  }),
  hundred: { method: 'GET', path: HUNDRED } satisfies Call,
};
