import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Json } from '../../contract/json';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import type { Marketplace } from '../http/marketplace';
import type { Display } from '../values/display';
import type { Tables } from '../storage/sandboxTables';
import { fault } from '../faults/faultSchema';
import { findConflict, routeMatches, type StandingFault } from '../faults/faultBoard';
import { operations } from '../sandboxOperations';
import { checkBody, invalid, type Rule } from '../http/checkBody';
import { limitedText } from '../../contract/requestKinds';
import { pathId } from '../http/handler';
import { addSellerKey, deleteSellerKey, listSellerKeys } from '../keys/sellerKeys';
import { deliveryLog, replayDelivery } from '../webhooks/webhookEvents';

/** One request to the control API, which plays everybody who is not a seller's program. */
export interface ControlCall {
  readonly marketplace: Marketplace;
  readonly display: Display;
  /** Everything the call reads and writes is one transaction. */
  readonly db: Transaction<Tables>;
  /** The marketplace's time in Unix seconds. */
  readonly now: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Json;
}

/** One operation of the control API. */
export interface ControlOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below `/_sandbox`, with parameters in braces. */
  readonly path: string;
  readonly handle: (call: ControlCall) => Promise<Reply> | Reply;
}

/** Most faults that can be set at once. */
const MOST_FAULTS = 100;

/** Checks that a fault can meet some call. */
const routeExists: Rule = ({ route = '*' }) => {
  if (typeof route !== 'string') return {};
  return operations.some((operation) => routeMatches(route, operation))
    ? {}
    : { route: ['The selected route is invalid: no operation has it.'] };
};

const conflictText = ({ id, route, disturbance }: StandingFault): string =>
  `It cannot act together with fault ${id} (${disturbance?.kind ?? 'latency'} on ${route}): one of them would never act. ` +
  'Remove that one, or give the one that ends the answer a count, a rate below 1 or another seller.';

/** Faults on demand. */
export const faultControls: readonly ControlOperation[] = [
  { method: 'GET', path: '/faults', handle: ({ marketplace }) => ok({ data: marketplace.faults.all() }) },
  {
    method: 'POST',
    path: '/faults',
    handle: ({ marketplace, body }) => {
      const wanted = checkBody(fault, body, routeExists);
      if (marketplace.faults.all().length >= MOST_FAULTS)
        return invalid({ fault: ['There are too many faults already.'] });
      if (!wanted.ok) return invalid(wanted.errors);
      const conflict = findConflict(marketplace.faults.all(), wanted.value, operations);
      return conflict === undefined
        ? created({ data: marketplace.faults.add(wanted.value) })
        : invalid({ disturbance: [conflictText(conflict)] });
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    handle: ({ marketplace }) => {
      marketplace.faults.clear();
      return ok({ message: 'The faults have been removed.' });
    },
  },
];

const wantedKey = z.object({
  seller: z.int().min(1).default(1),
  name: limitedText(255),
  version: z.enum(['v1', 'v2']).default('v2'),
  read_only: z.boolean().default(false),
});

/** Keys, as a seller makes them in the partner dashboard (spec 5). */
export const keyControls: readonly ControlOperation[] = [
  {
    method: 'GET',
    path: '/keys',
    handle: async ({ db, query }) =>
      ok({ data: await listSellerKeys(db, pathId(query.get('seller') ?? '1') ?? 0) }),
  },
  {
    method: 'POST',
    path: '/keys',
    handle: async ({ db, now, marketplace, body }) => {
      const wanted = checkBody(wantedKey, body);
      if (!wanted.ok) return invalid(wanted.errors);
      const { seller: sellerId, name, version, read_only: readOnly } = wanted.value;
      const seller = await db.selectFrom('seller').select('id').where('id', '=', sellerId).executeTakeFirst();
      if (seller === undefined) return invalid({ seller: ['The selected seller is invalid.'] });
      const key = await addSellerKey(db, { sellerId, name, version, readOnly }, now, marketplace.keySecret);
      return key === undefined
        ? invalid({ name: ['A seller has at most 2 active keys. Delete one first.'] })
        : created({ key });
    },
  },
  {
    method: 'DELETE',
    path: '/keys/{key}',
    handle: async ({ db, now, parameters }) =>
      (await deleteSellerKey(db, pathId(parameters.key) ?? 0, now))
        ? ok({ message: 'The key has been deleted.' })
        : sandboxProblems.notFound,
  },
];

/** The recorded requests, secrets masked. */
export const requestControls: readonly ControlOperation[] = [
  { method: 'GET', path: '/requests', handle: ({ marketplace }) => ok({ data: marketplace.requests.all() }) },
  {
    method: 'DELETE',
    path: '/requests',
    handle: ({ marketplace }) => {
      marketplace.requests.clear();
      return ok({ message: 'The requests have been forgotten.' });
    },
  },
];

/** Most deliveries that the log shows. */
const LOG_LENGTH = 200;

/** The delivery log of webhooks, and replay. */
export const webhookControls: readonly ControlOperation[] = [
  {
    method: 'GET',
    path: '/webhooks/deliveries',
    handle: async ({ db }) => ok({ data: await deliveryLog(db, LOG_LENGTH) }),
  },
  {
    method: 'POST',
    path: '/webhooks/deliveries/{delivery}/replay',
    handle: async ({ db, marketplace, parameters }) =>
      (await replayDelivery(db, pathId(parameters.delivery) ?? 0, marketplace.clock))
        ? ok({ message: 'The delivery will be repeated.' })
        : sandboxProblems.notFound,
  },
];
