import { type RequestHandler, Router } from 'express';
import { isRouteOf } from '../faults/faultBoard';
import { faultSchema } from '../faults/faultSchema';
import { beginCall, type Marketplace, answerWithJson } from '../http/answerOperation';
import { answerInvalid, type Rule } from '../http/checkBody';
import { incomingRequest, isLocal } from '../http/incomingRequest';
import { answerCreated, answerOk, type Reply, sandboxProblems, sendReply } from '../http/reply';
import { addSellerKey, deleteSellerKey, listSellerKeys, wantedKey } from '../sellerKeys';
import { type MarketCall, answerRow, type SellerCall, answerBody } from '../market';
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
const hasRoute: Rule = ({ route = '*' }) => {
  if (typeof route !== 'string' || operations.some((operation) => isRouteOf(route, operation))) return {};
  return { route: ['The selected route is invalid: no operation has it.'] };
};

const addFault = (call: ControlCall): Reply =>
  answerBody(call, faultSchema, [hasRoute], (wanted) => {
    const { faults } = call.marketplace;
    if (faults.all().length >= MAX_FAULTS)
      return answerInvalid({ fault: ['There are too many faults already.'] });
    return answerCreated({ data: faults.add(wanted) });
  });

const addKey = (call: ControlCall): Reply =>
  answerBody(call, wantedKey, [], (wanted) => {
    const { sellers, keySecret } = call.marketplace;
    if (wanted.seller > sellers) return answerInvalid({ seller: ['The selected seller is invalid.'] });
    const key = addSellerKey(call, wanted, call.at, keySecret);
    if (key !== undefined) return answerCreated({ key });
    return answerInvalid({ name: ['A seller has at most 2 active keys. Delete one first.'] });
  });

/** Takes the step that `stepOf` chooses with the order of a path. */
const createStepHandler =
  (stepOf: (order: Order) => Parameters<typeof takeStep>[2], done: string) => (call: ControlCall) =>
    answerRow(call.orders.findRow(call.parameters.order), (order) =>
      takeStep(call, order, stepOf(order), done, (changed) =>
        answerOk({ data: showAnyOrder(changed, call) }),
      ),
    );

/** Operations below `/_sandbox`: keys as in the partner dashboard (spec 5), buyers, faults, recorded requests. */
const controls: Readonly<Record<string, (call: ControlCall) => Reply>> = {
  'GET /keys': (call) => answerOk({ data: listSellerKeys(call, Number(call.query.get('seller') ?? 1)) }),
  'POST /keys': addKey,
  'DELETE /keys/:key': (call) =>
    answerRow(deleteSellerKey(call, call.parameters.key, call.at), () =>
      answerOk({ message: 'The key has been deleted.' }),
    ),
  'POST /buy': (call) =>
    answerBody(call, purchase, [], (wanted) =>
      buyOffer(call, wanted, (order) => answerCreated({ data: showAnyOrder(order, call) })),
    ),
  // Moves the order from pending to in_delivery to delivered (spec 3).
  'POST /orders/:order/deliver': createStepHandler(
    ({ status }) => (status === 'pending' ? 'begin' : 'complete'),
    'delivered',
  ),
  'POST /orders/:order/refund': createStepHandler(() => 'refund', 'refunded'),
  'GET /faults': ({ marketplace }) => answerOk({ data: marketplace.faults.all() }),
  'POST /faults': addFault,
  'DELETE /faults': ({ marketplace }) => {
    marketplace.faults.clear();
    return answerOk({ message: 'The faults have been removed.' });
  },
  'GET /requests': ({ marketplace }) => answerOk({ data: marketplace.requests.all() }),
  'DELETE /requests': ({ marketplace }) => {
    marketplace.requests.clear();
    return answerOk({ message: 'The requests have been forgotten.' });
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
      const runHandler = (body: SellerCall['body']): Reply =>
        handle({ ...beginCall(marketplace), marketplace, parameters, query, body });
      sendReply(response, answerWithJson(incoming, marketplace, runHandler));
    };
    router[method.toLowerCase() as 'get' | 'post' | 'delete'](path, answer);
  }
  return router;
}
