import { type RequestHandler, Router } from 'express';
import { routeMatches } from '../faults/faultBoard';
import { fault } from '../faults/faultSchema';
import { beginCall, type Marketplace, withJson } from '../http/answerOperation';
import { invalid, type Rule } from '../http/checkBody';
import { incomingRequest, isLocal } from '../http/incomingRequest';
import { created, ok, type Reply, sandboxProblems, sendReply } from '../http/reply';
import { addSellerKey, deleteSellerKey, listSellerKeys, wantedKey } from '../sellerKeys';
import { type MarketCall, orMissing, type SellerCall, withBody } from '../market';
import { operations } from '../operations';
import { showAnyOrder } from '../resources/orders';
import { buyOffer, purchase, takeStep } from '../resources/trade';
import type { Order } from '../storage/sandboxSchema';

/** Request to the control API, which plays everybody except the programs of sellers. */
interface ControlCall extends MarketCall, Pick<SellerCall, 'parameters' | 'query' | 'body'> {
  readonly marketplace: Marketplace;
}

/** Maximum number of faults that are set at once. */
const MAX_FAULTS = 100;

/** Checks that a fault can match some call. */
const routeExists: Rule = ({ route = '*' }) => {
  if (typeof route !== 'string' || operations.some((operation) => routeMatches(route, operation))) return {};
  return { route: ['The selected route is invalid: no operation has it.'] };
};

const addFault = (call: ControlCall): Reply =>
  withBody(call, fault, [routeExists], (wanted) => {
    const { faults } = call.marketplace;
    if (faults.all().length >= MAX_FAULTS) return invalid({ fault: ['There are too many faults already.'] });
    return created({ data: faults.add(wanted) });
  });

const addKey = (call: ControlCall): Reply =>
  withBody(call, wantedKey, [], (wanted) => {
    const { sellers, keySecret } = call.marketplace;
    if (wanted.seller > sellers) return invalid({ seller: ['The selected seller is invalid.'] });
    const key = addSellerKey(call, wanted, call.at, keySecret);
    if (key !== undefined) return created({ key });
    return invalid({ name: ['A seller has at most 2 active keys. Delete one first.'] });
  });

/** Takes the step that `stepOf` chooses with the order of a path. */
const stepped =
  (stepOf: (order: Order) => Parameters<typeof takeStep>[2], done: string) => (call: ControlCall) =>
    orMissing(call.orders.find(call.parameters.order), (order) =>
      takeStep(call, order, stepOf(order), done, (changed) => ok({ data: showAnyOrder(changed, call) })),
    );

/** Operations below `/_sandbox`: keys as in the partner dashboard (spec 5), buyers, faults, recorded requests. */
const controls: Readonly<Record<string, (call: ControlCall) => Reply>> = {
  'GET /keys': (call) => ok({ data: listSellerKeys(call, Number(call.query.get('seller') ?? 1)) }),
  'POST /keys': addKey,
  'DELETE /keys/:key': (call) =>
    orMissing(deleteSellerKey(call, call.parameters.key, call.at), () =>
      ok({ message: 'The key has been deleted.' }),
    ),
  'POST /buy': (call) =>
    withBody(call, purchase, [], (wanted) =>
      buyOffer(call, wanted, (order) => created({ data: showAnyOrder(order, call) })),
    ),
  // Moves the order from pending to in_delivery to delivered (spec 3).
  'POST /orders/:order/deliver': stepped(
    ({ status }) => (status === 'pending' ? 'begin' : 'complete'),
    'delivered',
  ),
  'POST /orders/:order/refund': stepped(() => 'refund', 'refunded'),
  'GET /faults': ({ marketplace }) => ok({ data: marketplace.faults.all() }),
  'POST /faults': addFault,
  'DELETE /faults': ({ marketplace }) => {
    marketplace.faults.clear();
    return ok({ message: 'The faults have been removed.' });
  },
  'GET /requests': ({ marketplace }) => ok({ data: marketplace.requests.all() }),
  'DELETE /requests': ({ marketplace }) => {
    marketplace.requests.clear();
    return ok({ message: 'The requests have been forgotten.' });
  },
};

/** Creates the control API, for programs on the same machine: it needs no key, and has no path within the API. */
export function createControlApi(marketplace: Marketplace): Router {
  const router = Router();
  router.use((request, response, next) => {
    if (isLocal(request)) next();
    else sendReply(response, sandboxProblems.unauthorized);
  });
  for (const [route, handle] of Object.entries(controls)) {
    const [method = '', path = ''] = route.split(' ');
    const answer: RequestHandler = (request, response) => {
      const incoming = incomingRequest(request);
      const { parameters, query } = incoming;
      const run = (body: SellerCall['body']): Reply =>
        handle({ ...beginCall(marketplace), marketplace, parameters, query, body });
      sendReply(response, withJson(incoming, marketplace, run));
    };
    router[method.toLowerCase() as 'get' | 'post' | 'delete'](path, answer);
  }
  return router;
}
