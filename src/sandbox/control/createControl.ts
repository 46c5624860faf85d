import { Router, type RequestHandler } from 'express';
import { incomingRequest } from '../http/incomingRequest';
import { inTransaction } from '../http/inTransaction';
import { problems } from '../http/problems';
import { readBody } from '../http/readBody';
import { sendReply } from '../http/sendReply';
import type { World } from '../http/world';
import type { ControlOperation } from './controlCall';
import { controlOperations } from './controlOperations';
import { isLocal } from './isLocal';

/** The control API: for programs on the same machine, without a key, and never on an API path. */
export function createControl(world: World): Router {
  const router = Router();
  router.use((request, response, next) => {
    if (isLocal(request)) next();
    else sendReply(response, problems.unauthorized);
  });
  for (const operation of controlOperations) {
    const method = operation.method.toLowerCase() as Lowercase<ControlOperation['method']>;
    router[method](operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), answerControl(operation, world));
  }
  return router;
}

const answerControl =
  (operation: ControlOperation, world: World): RequestHandler =>
  async (request, response) => {
    const incoming = incomingRequest(request);
    const body = readBody(incoming);
    if (!body.ok) {
      sendReply(response, body.reply);
      return;
    }
    const { parameters, query } = incoming;
    const now = Math.floor(world.clock.now() / 1_000);
    const reply = await inTransaction(world.db, (db) =>
      operation.handle({ world, display: world.display, db, now, parameters, query, body: body.value }),
    );
    // What was bought or replayed may have to be told.
    world.webhooks.wake();
    sendReply(response, reply);
  };
