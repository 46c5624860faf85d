import { type RequestHandler, Router } from 'express';
import { beginCall, type Marketplace } from '../http/answerOperation';
import { incomingRequest, isLocal, readJsonBody } from '../http/incomingRequest';
import { sandboxProblems, sendReply } from '../http/reply';
import { atomically } from '../storage/tables';
import { controlOperations } from './controls';

/** The control API: for programs on the same machine, without a key, and never on an API path. */
export function createControlApi(marketplace: Marketplace): Router {
  const router = Router();
  router.use((request, response, next) => {
    if (isLocal(request)) next();
    else sendReply(response, sandboxProblems.unauthorized);
  });
  for (const { method, path, handle } of controlOperations) {
    const answer: RequestHandler = (request, response) => {
      const incoming = incomingRequest(request);
      const body = readJsonBody(incoming);
      if (!body.ok) {
        sendReply(response, body.reply);
        return;
      }
      const { parameters, query } = incoming;
      const call = { ...beginCall(marketplace), marketplace, parameters, query, body: body.value };
      sendReply(
        response,
        atomically(marketplace.database, () => handle(call)),
      );
    };
    router[method.toLowerCase() as 'get' | 'post' | 'delete'](path.replaceAll(/\{(\w+)\}/g, ':$1'), answer);
  }
  return router;
}
