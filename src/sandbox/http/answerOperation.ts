import { authenticate } from '../keys/authenticate';
import type { IncomingRequest } from './incomingRequest';
import type { Operation } from './operation';
import { problems } from './problems';
import { readBody } from './readBody';
import type { Reply } from './reply';
import type { World } from './world';

/** The order of a request: who calls, may they, what is asked, and then the operation in one transaction. */
export async function answerOperation(
  operation: Operation,
  request: IncomingRequest,
  world: World,
): Promise<Reply> {
  const { db, clock, display, keySecret } = world;
  const caller = await authenticate(db, request.authorization, operation.version, keySecret);
  if (caller === undefined) return problems.unauthenticated;
  if (caller.readOnly && operation.method !== 'GET') return problems.unauthorized;
  const body = readBody(request);
  if (!body.ok) return body.reply;
  return db.transaction().execute((transaction) =>
    operation.handle({
      sellerId: caller.sellerId,
      db: transaction,
      now: Math.floor(clock.now() / 1_000),
      display,
      parameters: request.parameters,
      query: request.query,
      address: request.address,
      body: body.value,
    }),
  );
}
