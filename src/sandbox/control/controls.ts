import { z } from 'zod';
import { limitedText } from '../../contract/requestKinds';
import { findConflict, routeMatches, type StandingFault } from '../faults/faultBoard';
import { fault } from '../faults/faultSchema';
import type { Marketplace } from '../http/answerOperation';
import { checkBody, invalid, type Rule } from '../http/checkBody';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import { addSellerKey, deleteSellerKey, listSellerKeys } from '../keys/sellerKeys';
import { type SellerCall, type MarketCall, withBody } from '../market';
import { operations } from '../operations';
import { showAnyOrder } from '../resources/orderViews';
import { buyOffer, deliverOrder, refundOrder, type Traded } from '../resources/trade';
import type { Order } from '../storage/sandboxSchema';

/** One request to the control API, which plays everybody who is not a seller's program. */
export interface ControlCall extends MarketCall, Pick<SellerCall, 'parameters' | 'query' | 'body'> {
  readonly marketplace: Marketplace;
}

/** One operation of the control API. */
interface ControlOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below `/_sandbox`, with parameters in braces. */
  readonly path: string;
  readonly handle: (call: ControlCall) => Reply;
}

const control = (
  method: ControlOperation['method'],
  path: string,
  handle: ControlOperation['handle'],
): ControlOperation => ({ method, path, handle });

/** Most faults that can be set at once. */
const MAX_FAULTS = 100;

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

function addFault({ marketplace: { faults }, body }: ControlCall): Reply {
  const wanted = checkBody(fault, body, routeExists);
  if (faults.all().length >= MAX_FAULTS) return invalid({ fault: ['There are too many faults already.'] });
  if (!wanted.ok) return invalid(wanted.errors);
  const conflict = findConflict(faults.all(), wanted.value, operations);
  return conflict === undefined
    ? created({ data: faults.add(wanted.value) })
    : invalid({ disturbance: [conflictText(conflict)] });
}

const wantedKey = z.object({
  seller: z.int().min(1).default(1),
  name: limitedText(255),
  version: z.enum(['v1', 'v2']).default('v2'),
  read_only: z.boolean().default(false),
});

const addKey = (call: ControlCall): Reply =>
  withBody(call, wantedKey, [], ({ seller: sellerId, read_only: readOnly, ...wanted }) => {
    const { sellers, keySecret } = call.marketplace;
    if (sellerId > sellers) return invalid({ seller: ['The selected seller is invalid.'] });
    const key = addSellerKey(call, { ...wanted, sellerId, readOnly }, call.at, keySecret);
    return key === undefined
      ? invalid({ name: ['A seller has at most 2 active keys. Delete one first.'] })
      : created({ key });
  });

const purchase = z.object({
  kind: z.enum(['account', 'item', 'currency']).optional(),
  offer: z.int().min(1),
  quantity: z.int().min(1).default(1),
  buyer: z.string().min(1).default('sandbox buyer'),
  details: z.record(z.string(), z.unknown()).default({}),
});

const answerTraded = (call: ControlCall, traded: Traded, answer = ok): Reply =>
  traded.ok ? answer({ data: showAnyOrder(traded.order, call) }) : traded.reply;

const orderStep =
  (take: (call: MarketCall, order: Order) => Traded): ControlOperation['handle'] =>
  (call) => {
    const order = call.orders.find(call.parameters.order);
    return order === undefined ? sandboxProblems.notFound : answerTraded(call, take(call, order));
  };

/** Every operation of the control API: keys as in the partner dashboard (spec 5), buyers, faults, recorded requests. */
export const controlOperations: readonly ControlOperation[] = [
  control('GET', '/keys', (call) =>
    ok({ data: listSellerKeys(call, Number(call.query.get('seller') ?? 1)) }),
  ),
  control('POST', '/keys', addKey),
  control('DELETE', '/keys/{key}', (call) =>
    deleteSellerKey(call, call.parameters.key, call.at)
      ? ok({ message: 'The key has been deleted.' })
      : sandboxProblems.notFound,
  ),
  control('POST', '/buy', (call) =>
    withBody(call, purchase, [], ({ offer: offerId, kind, ...wanted }) =>
      answerTraded(call, buyOffer(call, { ...wanted, kind, offerId }), created),
    ),
  ),
  control('POST', '/orders/{order}/deliver', orderStep(deliverOrder)),
  control('POST', '/orders/{order}/refund', orderStep(refundOrder)),
  control('GET', '/faults', ({ marketplace }) => ok({ data: marketplace.faults.all() })),
  control('POST', '/faults', addFault),
  control('DELETE', '/faults', ({ marketplace }) => {
    marketplace.faults.clear();
    return ok({ message: 'The faults have been removed.' });
  }),
  control('GET', '/requests', ({ marketplace }) => ok({ data: marketplace.requests.all() })),
  control('DELETE', '/requests', ({ marketplace }) => {
    marketplace.requests.clear();
    return ok({ message: 'The requests have been forgotten.' });
  }),
];
