import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { recordArrival } from '../requests/recordArrival';
import { answerOperation } from './answerOperation';
import { incomingRequest } from './incomingRequest';
import type { Operation } from './operation';
import { problems } from './problems';
import type { Reply } from './reply';
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
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const there = operations.filter((operation) => operation.path === path);
    mountPath(app, path, there, world);
  }
  app.use((request, response) => {
    answered(request, response, null, world, problems.notFound);
  });
  app.use(answerFault);
  return app;
}

function mountPath(app: Express, path: string, operations: readonly Operation[], world: World): void {
  const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>;
    route[method](async (request, response) => {
      const incoming = incomingRequest(request);
      const noteAnswer = recordArrival(incoming, path, world);
      const reply = await answerOperation(operation, incoming, world);
      noteAnswer(reply.status);
      send(response, reply);
    });
  }
  const allowed = [...new Set(operations.map(({ method }) => method))].join(', ');
  route.all((request, response) => {
    answered(request, response, path, world, methodNotAllowed(request.method, allowed));
  });
}

function answered(
  request: Request,
  response: Response,
  path: string | null,
  world: World,
  reply: Reply,
): void {
  recordArrival(incomingRequest(request), path, world)(reply.status);
  send(response, reply);
}

const methodNotAllowed = (method: string, allowed: string): Reply => ({
  status: 405,
  headers: { allow: allowed },
  body: { message: `The ${method} method is not supported here. Supported methods: ${allowed}.` },
});

function send(response: Response, { status, headers = {}, body }: Reply): void {
  // Answers carry credentials.
  response.status(status).set({ 'cache-control': 'no-store', ...headers });
  response.type('application/json').send(JSON.stringify(body));
}

/** Express hands over what its parsers refuse, with a status; anything else is a bug of ours. */
const answerFault: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  send(response, faultReply(error));
};

function faultReply(error: unknown): Reply {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return problems.tooLarge;
  if (status === 415) return problems.notJson;
  if (typeof status === 'number' && status < 500) return problems.badPath;
  return problems.serverError;
}
