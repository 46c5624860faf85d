import { authenticate, type Caller } from '../keys/authenticate';
import { limitHeaders } from '../limits/limitHeaders';
import { limitsFor } from '../limits/limitsFor';
import type { IncomingRequest } from './incomingRequest';
import { inTransaction } from './inTransaction';
import type { Operation } from './operation';
import { problems } from './problems';
import { readBody } from './readBody';
import { type Reply, withHeaders } from './reply';
import { sunsetHeaders } from './sunsetHeaders';
import type { World } from './world';

/** Who an operation that needs no key runs for: a seller that does not exist. */
const NOBODY: Caller = { sellerId: 0, keyId: 0, readOnly: true };

/** The order of a request: is the API still there, who calls, how often, may they, what is asked; then the operation. */
export async function answerOperation(
  operation: Operation,
  request: IncomingRequest,
  world: World,
): Promise<Reply> {
  if (operation.version === 'v2') return answerCaller(operation, request, world);
  const { clock, v1Sunset } = world;
  const reply = clock.now() < v1Sunset ? await answerCaller(operation, request, world) : problems.gone;
  return withHeaders(reply, sunsetHeaders(v1Sunset));
}

async function answerCaller(operation: Operation, request: IncomingRequest, world: World): Promise<Reply> {
  const { db, keySecret, limiter, limitMode } = world;
  if (operation.open === true) return run(operation, request, NOBODY, world);
  const caller = await authenticate(db, request.authorization, operation.version, keySecret);
  if (caller === undefined) return problems.unauthenticated;
  const now = secondsOf(world);
  const limits = limitsFor(limitMode, operation, request.path, caller);
  const { admitted, usage } = limiter.admit(limits, now);
  const headers = limitHeaders(usage);
  if (!admitted) {
    const wait = Math.max(1, (usage?.resetAt ?? now) - now);
    return withHeaders(problems.tooMany, { ...headers, 'retry-after': String(wait) });
  }
  return withHeaders(await answerPermitted(operation, request, caller, world), headers);
}

async function answerPermitted(
  operation: Operation,
  request: IncomingRequest,
  caller: Caller,
  world: World,
): Promise<Reply> {
  if (caller.readOnly && operation.method !== 'GET') return problems.unauthorized;
  return run(operation, request, caller, world);
}

async function run(
  operation: Operation,
  request: IncomingRequest,
  { sellerId }: Caller,
  world: World,
): Promise<Reply> {
  const body = readBody(request);
  if (!body.ok) return body.reply;
  const { db, display } = world;
  const { parameters, query, address } = request;
  const now = secondsOf(world);
  return inTransaction(db, (transaction) =>
    operation.handle({
      sellerId,
      db: transaction,
      now,
      display,
      parameters,
      query,
      address,
      body: body.value,
    }),
  );
}

const secondsOf = ({ clock }: World) => Math.floor(clock.now() / 1_000);
