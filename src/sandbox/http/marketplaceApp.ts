import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { type IncomingRequest, incomingRequest, readTarget } from './incomingRequest';
import { answerWithFaults } from '../faults/answerWithFaults';
import { readClaims } from '../sellerKeys';
import { answerOperation, type Marketplace } from './answerOperation';
import type { ServedOperation } from '../market';
import { operations } from '../operations';
import { errorReply, sandboxProblems, type Reply, sendReply } from './reply';
import { createControlApi } from '../control/controlApi';

/** Serves the operations of a path. Answers any other method with 405 and the allowed methods. */
function mountPath(app: Express, path: string, marketplace: Marketplace): void {
  const there = operations.filter((operation) => operation.path === path);
  const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const operation of there) {
    const method = operation.method.toLowerCase() as Lowercase<ServedOperation['method']>;
    route[method]((request, response) => serveOperation(operation, request, response, marketplace));
  }
  const allowed = [...new Set(there.map(({ method }) => method))].join(', ');
  route.all((request, response) => {
    marketplace.requests.arrived(incomingRequest(request), path)(405);
    sendReply(response, refuseMethod(request.method, allowed));
  });
}

async function serveOperation(
  operation: ServedOperation,
  request: Request,
  response: Response,
  marketplace: Marketplace,
): Promise<void> {
  const incoming = incomingRequest(request);
  const noteAnswer = marketplace.requests.arrived(incoming, operation.path);
  const execute = (answered: IncomingRequest): Reply => {
    try {
      return answerOperation(operation, answered, marketplace);
    } catch (error) {
      marketplace.reportBug(error);
      return sandboxProblems.serverError;
    }
  };
  const seller = readClaims(incoming.authorization, marketplace.keySecret)?.sub;
  const faults = marketplace.faults.meet(operation, seller);
  noteAnswer(await answerWithFaults(faults, { request: incoming, response, execute }, marketplace));
}

const refuseMethod = (method: string, allowed: string): Reply => ({
  status: 405,
  headers: { allow: allowed },
  body: { message: `The ${method} method is not supported here. Supported methods: ${allowed}.` },
});

/** Largest request body, in bytes. */
const MAX_BODY_BYTES = 256 * 1_024;

/**
 * Creates the marketplace as an Express application: every operation on its path, and JSON answers for all other paths.
 */
export function createMarketplaceApp(marketplace: Marketplace): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false }));
  app.use((request, response, next) => {
    const target = readTarget(request.url);
    if (target === undefined) {
      sendReply(response, sandboxProblems.badPath);
      return;
    }
    request.url = target;
    next();
  });
  for (const path of new Set(operations.map((operation) => operation.path)))
    mountPath(app, path, marketplace);
  app.use('/_sandbox', createControlApi(marketplace));
  app.use((request, response) => {
    marketplace.requests.arrived(incomingRequest(request), null)(404);
    sendReply(response, sandboxProblems.notFound);
  });
  app.use(createFaultHandler(marketplace));
  return app;
}

const createFaultHandler =
  ({ reportBug }: Marketplace): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const reply = errorReply(error);
    if (reply.status === 500) reportBug(error);
    if (response.headersSent) next(error);
    else sendReply(response, reply);
  };
