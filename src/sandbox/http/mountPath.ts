import type { Express, Request, Response } from 'express';
import { answerWithFaults } from '../faults/answerWithFaults';
import { readClaims } from '../keys/readClaims';
import { recordArrival } from '../requests/recordArrival';
import { answerOperation } from './answerOperation';
import { type IncomingRequest, incomingRequest } from './incomingRequest';
import type { Operation } from './operation';
import { problems } from './problems';
import type { Reply } from './reply';
import { sendReply } from './sendReply';
import type { World } from './world';

/** Serves the operations of one path; any other method there answers 405 with the ones there are. */
export function mountPath(app: Express, path: string, operations: readonly Operation[], world: World): void {
  const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>;
    route[method]((request, response) => serve(operation, request, response, world));
  }
  const allowed = [...new Set(operations.map(({ method }) => method))].join(', ');
  route.all((request, response) => {
    recordArrival(incomingRequest(request), path, world)(405);
    sendReply(response, methodNotAllowed(request.method, allowed));
  });
}

async function serve(
  operation: Operation,
  request: Request,
  response: Response,
  world: World,
): Promise<void> {
  const incoming = incomingRequest(request);
  const noteAnswer = recordArrival(incoming, operation.path, world);
  const execute = (asked: IncomingRequest) =>
    answerOperation(operation, asked, world).catch((error: unknown) => {
      world.reportBug(error);
      return problems.serverError;
    });
  const seller = readClaims(incoming.authorization, world.keySecret)?.sub;
  const faults = world.faults.meet({ method: operation.method, path: operation.path, seller });
  if (faults.length === 0) {
    const reply = await execute(incoming);
    noteAnswer(reply.status);
    sendReply(response, reply);
  } else {
    noteAnswer(await answerWithFaults(faults, { request: incoming, response, execute }, world));
  }
}

const methodNotAllowed = (method: string, allowed: string): Reply => ({
  status: 405,
  headers: { allow: allowed },
  body: { message: `The ${method} method is not supported here. Supported methods: ${allowed}.` },
});
