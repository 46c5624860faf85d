import { type RequestHandler, Router } from 'express';
import { isRouteOf } from '../faults/faultBoard';
import { faultSchema } from '../faults/faultSchema';
import { answerCall, type Marketplace } from '../http/answerOperation';
import { checkBody, refuseFields, type Rule } from '../http/checkBody';
import { incomingRequest, isLocal } from '../http/incomingRequest';
import { answerCreated, answerOk, foundRow, type Reply, sandboxProblems, sendReply } from '../http/reply';
import type { MarketCall } from '../market';
import { operations } from '../operations';
import { showAnyOrder } from '../resources/orders';
import { buyOffer, purchase, takeStep } from '../resources/trade';
import { addSellerKey, deleteSellerKey, listSellerKeys, wantedKey } from '../sellerKeys';

/** Handles a request to the control API, which plays everybody except the programs of sellers. */
type ControlHandler = (call: MarketCall, marketplace: Marketplace) => Reply;

/** Maximum number of faults that are set at once. */
const MAX_FAULTS = 100;

/** Checks that a fault can match some call. */
const hasRoute: Rule = ({ route = '*' }) => {
  if (typeof route !== 'string' || operations.some((operation) => isRouteOf(route, operation))) return {};
  return { route: ['The selected route is invalid: no operation has it.'] };
};

const addFault: ControlHandler = ({ body }, { faults }) => {
  const wanted = checkBody(faultSchema, body, hasRoute);
  if (faults.all().length >= MAX_FAULTS) refuseFields({ fault: ['There are too many faults already.'] });
  return answerCreated({ data: faults.add(wanted) });
};

const addKey: ControlHandler = (call, { sellers, keySecret }) => {
  const wanted = checkBody(wantedKey, call.body);
  if (wanted.seller > sellers) refuseFields({ seller: ['The selected seller is invalid.'] });
  return answerCreated({ key: addSellerKey(call, wanted, call.at, keySecret) });
};

const findOrder = ({ orders, parameters: [id] }: MarketCall) => foundRow(orders.findRow(id));

/** Operations below `/_sandbox`: keys as in the partner dashboard (spec 5), buyers, faults, recorded requests. */
const controls: Readonly<Record<string, ControlHandler>> = {
  'GET /keys': (call) => answerOk({ data: listSellerKeys(call, Number(call.query.get('seller') ?? 1)) }),
  'POST /keys': addKey,
  'DELETE /keys/:key': (call) => {
    deleteSellerKey(call, call.parameters[0], call.at);
    return answerOk({ message: 'The key has been deleted.' });
  },
  'POST /buy': (call) =>
    answerCreated({ data: showAnyOrder(buyOffer(call, checkBody(purchase, call.body)), call) }),
  // Moves the order from pending to in_delivery to delivered (spec 3).
  'POST /orders/:order/deliver': (call) => {
    const order = findOrder(call);
    const step = order.status === 'pending' ? 'begin' : 'complete';
    return answerOk({ data: showAnyOrder(takeStep(call, order, step, 'delivered'), call) });
  },
  'POST /orders/:order/refund': (call) =>
    answerOk({ data: showAnyOrder(takeStep(call, findOrder(call), 'refund', 'refunded'), call) }),
  'GET /faults': (_call, { faults }) => answerOk({ data: faults.all() }),
  'POST /faults': addFault,
  'DELETE /faults': (_call, { faults }) => {
    faults.clear();
    return answerOk({ message: 'The faults have been removed.' });
  },
  'GET /requests': (_call, { requests }) => answerOk({ data: requests.all() }),
  'DELETE /requests': (_call, { requests }) => {
    requests.clear();
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
      sendReply(
        response,
        answerCall(incoming, marketplace, 0, (call) => handle(call, marketplace)),
      );
    };
    router[method.toLowerCase() as 'get' | 'post' | 'delete'](path, answer);
  }
  return router;
}
