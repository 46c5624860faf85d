import { z } from 'zod';
import {
  account as accountV1,
  accountCreate,
  accountStatus,
  accountStatusBulk,
  accountTemplate as accountTemplateV1,
} from './v1/accountsV1';
import {
  currencyOfferUpdate,
  currencyOfferV1,
  currencyOrderV1,
  itemOfferStatus,
  itemOfferStatusBulk,
  itemOfferV1,
} from './v1/currencyOffersV1';
import { describeSchema } from './describe';
import type { Field } from './field';
import { accountOffer, accountOfferCreate, accountOfferStockedCreate } from './v2/accountOffersV2';
import {
  currencyOffer as currencyOfferV2,
  currencyOfferCreate as currencyOfferCreateV2,
  currencyOfferPatch,
} from './v2/currencyOffersV2';
import { game, template } from './v2/offerPartsV2';
import { itemOffer as itemOfferV2 } from './v2/itemOffersV2';
import { currencyOrder as currencyOrderV2 } from './v2/ordersV2';

/** One operation as its API promises it, as far as a mapping of it is checked. */
export interface OperationContract {
  readonly method: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** The status of a success. */
  readonly status: number;
  readonly query: readonly { readonly name: string }[];
  /** True for an operation that needs no key. */
  readonly open?: true;
  /** Set if nothing is known about the answer: then a message alone is accepted too. */
  readonly answerUnknown?: true;
}

/** An answer that only says what was done. */
const message = z.object({ message: z.string() });

const operationContract = (
  route: string,
  { query = [], ...facts }: { query?: string[]; status?: number; open?: true; answerUnknown?: true } = {},
): OperationContract => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, status: 200, query: query.map((name) => ({ name })), ...facts };
};

/** The query parameters of a v1 list (observed). */
const pages = ['page', 'per_page'];

/**
 * Every operation of v1 by name: the complete surface (spec 4.6, 4.8 and 4.9, the others observed). If two paths fit a
 * request, the earlier one applies.
 */
export const operationsV1 = {
  listAccounts: operationContract('GET /v1/accounts', { query: ['with_data', ...pages] }),
  createAccount: operationContract('POST /v1/accounts', { status: 201 }),
  getAccountTemplate: operationContract('GET /v1/accounts/template/{slug}', { open: true }),
  getAccountByLogin: operationContract('GET /v1/accounts/by-login/{accountLogin}'),
  changeAccountStatuses: operationContract('PATCH /v1/accounts/status/bulk'),
  getAccount: operationContract('GET /v1/accounts/{account}', { query: ['with_data'] }),
  deleteAccount: operationContract('DELETE /v1/accounts/{account}'),
  changeAccountStatus: operationContract('PATCH /v1/accounts/{account}/status'),
  listCurrencyOffers: operationContract('GET /v1/currency-offers', { query: pages }),
  createCurrencyOffer: operationContract('POST /v1/currency-offers', { status: 201 }),
  getCurrencyOffer: operationContract('GET /v1/currency-offers/{currencyOfferId}'),
  updateCurrencyOffer: operationContract('PATCH /v1/currency-offers/{currencyOfferId}'),
  markCurrencyOfferListed: operationContract('PATCH /v1/currency-offers/{currencyOfferId}/actions/list'),
  markCurrencyOfferUnlisted: operationContract('PATCH /v1/currency-offers/{currencyOfferId}/actions/unlist'),
  markCurrencyOfferArchived: operationContract('PATCH /v1/currency-offers/{currencyOfferId}/actions/archive'),
  markCurrencyOfferUnarchived: operationContract(
    'PATCH /v1/currency-offers/{currencyOfferId}/actions/unarchive',
  ),
  completeCurrencyOrder: operationContract('PATCH /v1/currency-orders/{currencyOrderId}/actions/complete', {
    answerUnknown: true,
  }),
  listItemOffers: operationContract('GET /v1/item-offers', { query: pages }),
  changeItemOfferStatuses: operationContract('PATCH /v1/item-offers/status/bulk'),
  getItemOffer: operationContract('GET /v1/item-offers/{itemOffer}'),
  changeItemOfferStatus: operationContract('PATCH /v1/item-offers/{itemOffer}/status'),
};

/** The schemas by the names that mapping files call them. */
export const schemas = {
  v1: {
    account: accountV1,
    accountCreate,
    accountStatus,
    accountStatusBulk,
    accountTemplate: accountTemplateV1,
    currencyOffer: currencyOfferV1,
    currencyOfferCreate: currencyOfferUpdate,
    currencyOfferUpdate,
    currencyOrder: currencyOrderV1,
    itemOffer: itemOfferV1,
    itemOfferStatus,
    itemOfferStatusBulk,
    message,
  },
  v2: {
    accountOffer,
    accountOfferCreate,
    accountOfferStockedCreate,
    currencyOffer: currencyOfferV2,
    currencyOfferCreate: currencyOfferCreateV2,
    currencyOfferPatch,
    currencyOrder: currencyOrderV2,
    game,
    itemOffer: itemOfferV2,
    template,
  },
};

const describeFields = (
  side: Readonly<Record<string, Parameters<typeof describeSchema>[0]>>,
): ReadonlyMap<string, Field> =>
  new Map(Object.entries(side).map(([name, schema]) => [name, describeSchema(schema)]));

/** The same contracts as plain data. */
export const contracts = { v1: describeFields(schemas.v1), v2: describeFields(schemas.v2) };

const declaredFields = new Map<string, Field>();

const textOf = (field: Field): string =>
  JSON.stringify(field, (_, value: unknown) => (value instanceof Map ? [...value] : value));

/**
 * Makes contracts that mapping files declare known to this process, so that evidence shows their names and hides their
 * secrets. It forgets none when the files change: kept evidence may come from the old contracts.
 */
export function declareContracts(fields: Iterable<Field>): void {
  for (const field of fields) declaredFields.set(textOf(field), field);
}

/** Returns the contracts that mapping files of this process have declared. */
export const declaredContracts = (): readonly Field[] => [...declaredFields.values()];

/** Creates the function that computes a value from all contracts: the shipped ones, and those declared so far. */
export function createContractsComputation<Value>(compute: (all: readonly Field[]) => Value): () => Value {
  const shipped = [...contracts.v1.values(), ...contracts.v2.values()];
  let knownVersion = 0;
  let value = compute(shipped);
  return () => {
    if (knownVersion !== declaredFields.size) {
      knownVersion = declaredFields.size;
      value = compute([...shipped, ...declaredFields.values()]);
    }
    return value;
  };
}
