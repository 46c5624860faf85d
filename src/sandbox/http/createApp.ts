import express, { type ErrorRequestHandler, type Express } from 'express';
import { createControl } from '../control/createControl';
import { mountDocs } from '../docs/mountDocs';
import { recordArrival } from '../requests/recordArrival';
import { faultReply } from './faultReply';
import { incomingRequest } from './incomingRequest';
import { mountPath } from './mountPath';
import type { Operation } from './operation';
import { problems } from './problems';
import { readTarget } from './rawTargets';
import { sendReply } from './sendReply';
import type { World } from './world';

/** Largest request body, in bytes. */
const BODY_LIMIT = 256 * 1_024;

/** The marketplace as an Express application: every operation on its path, and JSON answers for everything else. */
export function createApp(operations: readonly Operation[], world: World): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false }));
  app.use((request, response, next) => {
    const target = readTarget(request.url);
    if (target === undefined) {
      sendReply(response, problems.badPath);
      return;
    }
    request.url = target;
    next();
  });
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const there = operations.filter((operation) => operation.path === path);
    mountPath(app, path, there, world);
  }
  mountDocs(app, operations);
  app.use('/_sandbox', createControl(world));
  app.use((request, response) => {
    recordArrival(incomingRequest(request), null, world)(problems.notFound.status);
    sendReply(response, problems.notFound);
  });
  app.use(answerFault(world));
  return app;
}

const answerFault =
  ({ reportBug }: World): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const reply = faultReply(error);
    if (reply.status === 500) reportBug(error);
    if (response.headersSent) next(error);
    else sendReply(response, reply);
  };
