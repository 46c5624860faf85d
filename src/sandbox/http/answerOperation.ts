import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../storage/sandboxTables';
import { sandboxProblems, type Reply, withHeaders } from './reply';
import { authenticate, type KeyHolder } from '../keys/sellerKeys';
import { limitHeaders, limitsFor } from './rateLimiter';
import { type IncomingRequest, readJsonBody } from './incomingRequest';
import type { ServedOperation } from './handler';
import type { Marketplace } from './marketplace';

/** Instant (ms) of v1's deprecation (assumed): earlier than any clock that a marketplace starts with. */
const DEPRECATED_AT = Date.UTC(2025, 5, 1);

/** The headers by which v1 announces its end: RFC 9745 and RFC 8594. */
const sunsetHeaders = (sunset: number): Readonly<Record<string, string>> => ({
  deprecation: `@${DEPRECATED_AT / 1_000}`,
  sunset: new Date(sunset).toUTCString(),
});

/** Runs `work` in one transaction that a refusal or a throw rolls back: a refused call changes nothing. */
export async function inTransaction(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Reply> | Reply,
): Promise<Reply> {
  const transaction = await db.startTransaction().execute();
  try {
    const reply = await work(transaction);
    await (reply.status < 400 ? transaction.commit() : transaction.rollback()).execute();
    return reply;
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
}

/** The caller of an operation that needs no key: a seller that does not exist. */
const NOBODY: KeyHolder = { sellerId: 0, keyId: 0, readOnly: true };

/** Checks a request in order (sunset, caller, rate limit, permission, parameters), then runs the operation. */
export async function answerOperation(
  operation: ServedOperation,
  request: IncomingRequest,
  marketplace: Marketplace,
): Promise<Reply> {
  if (operation.version === 'v2') return answerCaller(operation, request, marketplace);
  const { clock, v1Sunset } = marketplace;
  const reply =
    clock.now() < v1Sunset ? await answerCaller(operation, request, marketplace) : sandboxProblems.gone;
  return withHeaders(reply, sunsetHeaders(v1Sunset));
}

async function answerCaller(
  operation: ServedOperation,
  request: IncomingRequest,
  marketplace: Marketplace,
): Promise<Reply> {
  const { db, keySecret, limiter, limitMode } = marketplace;
  if (operation.open === true) return run(operation, request, NOBODY, marketplace);
  const caller = await authenticate(db, request.authorization, operation.version, keySecret);
  if (caller === undefined) return sandboxProblems.unauthenticated;
  const now = secondsOf(marketplace);
  const limits = limitsFor(limitMode, operation, request.path, caller);
  const { admitted, usage } = limiter.admit(limits, now);
  const headers = limitHeaders(usage);
  if (!admitted) {
    const wait = Math.max(1, (usage?.resetAt ?? now) - now);
    return withHeaders(sandboxProblems.tooMany, { ...headers, 'retry-after': String(wait) });
  }
  return withHeaders(await answerPermitted(operation, request, caller, marketplace), headers);
}

async function answerPermitted(
  operation: ServedOperation,
  request: IncomingRequest,
  caller: KeyHolder,
  marketplace: Marketplace,
): Promise<Reply> {
  if (caller.readOnly && operation.method !== 'GET') return sandboxProblems.unauthorized;
  return run(operation, request, caller, marketplace);
}

async function run(
  operation: ServedOperation,
  request: IncomingRequest,
  { sellerId }: KeyHolder,
  marketplace: Marketplace,
): Promise<Reply> {
  const body = readJsonBody(request);
  if (!body.ok) return body.reply;
  const { db, display } = marketplace;
  const { parameters, query, address } = request;
  const now = secondsOf(marketplace);
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

const secondsOf = ({ clock }: Marketplace) => Math.floor(clock.now() / 1_000);
