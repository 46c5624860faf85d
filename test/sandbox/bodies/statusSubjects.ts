import fc from 'fast-check';
import type { JsonObject } from '../../../src/contract/json';
import {
  accountStatus,
  accountStatusBulk,
  itemOfferStatus,
  itemOfferStatusBulk,
} from '../../../src/contract/v1/envelopeV1';
import { callSandbox } from '../support/callSandbox';
import type { BodySubject } from './bodySubject';
import type { Shop } from './shop';

const statusIn = (...statuses: readonly string[]) => fc.record({ status: fc.constantFrom(...statuses) });

/** Some of the ids, as numbers or as texts, as clients send them (observed). */
const someOf = (ids: readonly number[]) =>
  fc
    .subarray([...ids], { minLength: 1 })
    .chain((some) => fc.tuple(...some.map((id) => fc.constantFrom<number | string>(id, String(id)))));

const titleCase = (status: unknown) => String(status).replace(/^./, (letter) => letter.toUpperCase());

const accountsThen = (body: JsonObject, ids: readonly unknown[]) =>
  ids.map((id) => ({
    call: `GET /v1/accounts/${String(id)}`,
    members: { status: titleCase(body.status) },
  }));

const itemsThen = ({ status }: JsonObject, ids: readonly unknown[]) =>
  ids.map((id) => ({ call: `GET /v1/item-offers/${String(id)}`, members: { status } }));

/** An archived item cannot be listed: everything begins as a draft. */
const drafted = ({ sandbox, items }: Shop) =>
  callSandbox(sandbox, 'PATCH /v1/item-offers/status/bulk', { itemOffers: [...items], status: 'draft' });

/** Status changes of v1 (observed). */
export const statusSubjects: readonly BodySubject[] = [
  {
    operation: 'PATCH /v1/accounts/{account}/status',
    path: ({ accounts }) => ({ account: Number(accounts[0]) }),
    schema: accountStatus,
    bodies: () => statusIn('listed', 'draft'),
    whole: () => ({ status: 'draft' }),
    stored: (body, { shop }) => accountsThen(body, shop.accounts.slice(0, 1)),
  },
  {
    operation: 'PATCH /v1/accounts/status/bulk',
    schema: accountStatusBulk,
    bodies: ({ accounts }) =>
      fc.record({ accounts: someOf(accounts), status: fc.constantFrom('listed', 'draft') }),
    whole: ({ accounts }) => ({ accounts: [...accounts], status: 'draft' }),
    ownFaults: [{ field: 'accounts.0', value: [999_999_999] }],
    stored: (body) => accountsThen(body, body.accounts as readonly unknown[]),
  },
  {
    operation: 'PATCH /v1/item-offers/{itemOffer}/status',
    path: ({ items }) => ({ itemOffer: Number(items[0]) }),
    schema: itemOfferStatus,
    bodies: () => statusIn('listed', 'draft', 'archived'),
    whole: () => ({ status: 'draft' }),
    stored: (body, { shop }) => itemsThen(body, shop.items.slice(0, 1)),
    reset: drafted,
  },
  {
    operation: 'PATCH /v1/item-offers/status/bulk',
    schema: itemOfferStatusBulk,
    bodies: ({ items }) =>
      fc.record({ itemOffers: someOf(items), status: fc.constantFrom('listed', 'draft', 'archived') }),
    whole: ({ items }) => ({ itemOffers: [...items], status: 'draft' }),
    ownFaults: [{ field: 'itemOffers.0', value: [999_999_999] }],
    stored: (body) => itemsThen(body, body.itemOffers as readonly unknown[]),
    reset: drafted,
  },
];
