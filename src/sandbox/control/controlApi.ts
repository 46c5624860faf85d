import { type RequestHandler, Router } from 'express';
import {
  type ControlOperation,
  faultControls,
  keyControls,
  requestControls,
  webhookControls,
} from './controls';
import { tradeControls } from './tradeControls';
import { incomingRequest, readJsonBody, isLocal } from '../http/incomingRequest';
import { inTransaction } from '../http/answerOperation';
import { sandboxProblems, sendReply } from '../http/reply';
import type { Marketplace } from '../http/marketplace';

/** Every operation of the control API. */
const controlOperations: readonly ControlOperation[] = [
  ...keyControls,
  ...tradeControls,
  ...webhookControls,
  ...faultControls,
  ...requestControls,
];

/** The control API: for programs on the same machine, without a key, and never on an API path. */
export function createControlApi(marketplace: Marketplace): Router {
  const router = Router();
  router.use((request, response, next) => {
    if (isLocal(request)) next();
    else sendReply(response, sandboxProblems.unauthorized);
  });
  for (const operation of controlOperations) {
    const method = operation.method.toLowerCase() as Lowercase<ControlOperation['method']>;
    router[method](operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), answerControl(operation, marketplace));
  }
  return router;
}

const answerControl =
  (operation: ControlOperation, marketplace: Marketplace): RequestHandler =>
  async (request, response) => {
    const incoming = incomingRequest(request);
    const body = readJsonBody(incoming);
    if (!body.ok) {
      sendReply(response, body.reply);
      return;
    }
    const { parameters, query } = incoming;
    const now = Math.floor(marketplace.clock.now() / 1_000);
    const reply = await inTransaction(marketplace.db, (db) =>
      operation.handle({
        marketplace,
        display: marketplace.display,
        db,
        now,
        parameters,
        query,
        body: body.value,
      }),
    );
    // A purchase or a replay may have made deliveries due.
    marketplace.webhooks.wake();
    sendReply(response, reply);
  };
