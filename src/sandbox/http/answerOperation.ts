import type { DatabaseSync } from 'node:sqlite';
import { createFaultBoard } from '../faults/faultBoard';
import type { Handler, Market, ServedOperation } from '../market';
import type { SandboxOptions } from '../sandboxOptions';
import { authenticate, keySecretOf } from '../sellerKeys';
import { readSetting, runInTransaction } from '../storage/tables';
import { microsOf } from '../values/amounts';
import { createRandom } from '../values/random';
import { type IncomingRequest, readJsonBody } from './incomingRequest';
import { createRateLimiter, listLimits } from './rateLimiter';
import { createRequestLog } from './recordedRequests';
import { addReplyHeaders, CallRefusal, type Reply, sandboxProblems } from './reply';

/** End of v1 in milliseconds (spec 9). */
const V1_SUNSET = Date.UTC(2025, 10, 30);

/** Price of one euro in dollars, as decimal text. */
const DOLLARS_PER_EURO = '1.0842';

/** Makes the state and parts that all requests of a marketplace share. */
export const createMarketplace = (options: SandboxOptions, database: DatabaseSync, market: Market) => ({
  database,
  market,
  clock: options.clock,
  /** Receives unexpected errors. */
  reportBug: options.reportBug ?? (() => undefined),
  display: {
    shape: options.liveShapes ? 'live' : 'specified',
    dollarsPerEuro: microsOf(options.dollarsPerEuro ?? DOLLARS_PER_EURO),
  } as const,
  /** Number of seller accounts, whose ids start at 1. */
  sellers: Number(readSetting(database, 'sellers')),
  keySecret: keySecretOf(database, options.seed),
  v1Sunset: options.v1Sunset ?? V1_SUNSET,
  limitMode: options.rateLimits ?? 'off',
  limiter: createRateLimiter(),
  faults: createFaultBoard(createRandom(options.seed)),
  /** Source of values that faults draw. */
  random: createRandom(options.seed),
  requests: createRequestLog(options.clock),
});

export type Marketplace = Readonly<ReturnType<typeof createMarketplace>>;

/** Runs a handler in one transaction, or answers its refusal. */
export function answerCall(
  { parameters, query, address, ...request }: IncomingRequest,
  { database, market, display, clock }: Marketplace,
  sellerId: number,
  handle: Handler,
): Reply {
  const at = Math.floor(clock.now() / 1_000);
  try {
    const body = readJsonBody(request);
    return runInTransaction(database, () =>
      handle({ ...market, display, at, sellerId, parameters, query, address, body }),
    );
  } catch (error) {
    if (error instanceof CallRefusal) return error.reply;
    throw error;
  }
}

/** Instant of v1's deprecation (assumed), in Unix seconds: before the first instant of any clock of a marketplace. */
const DEPRECATED_AT = Date.UTC(2025, 5, 1) / 1_000;

/** Checks a request in order (sunset, caller, rate limit, permission, body), then runs the operation. */
export function answerOperation(
  operation: ServedOperation,
  request: IncomingRequest,
  marketplace: Marketplace,
): Reply {
  if (operation.version === 'v2') return answerCaller(operation, request, marketplace);
  const { clock, v1Sunset } = marketplace;
  // RFC 9745 and RFC 8594.
  const headers = { deprecation: `@${DEPRECATED_AT}`, sunset: new Date(v1Sunset).toUTCString() };
  if (clock.now() >= v1Sunset) return addReplyHeaders(sandboxProblems.gone, headers);
  return addReplyHeaders(answerCaller(operation, request, marketplace), headers);
}

function answerCaller(operation: ServedOperation, request: IncomingRequest, marketplace: Marketplace): Reply {
  const { market, keySecret, limiter, limitMode, clock } = marketplace;
  if (operation.open) return answerCall(request, marketplace, 0, operation.handle);
  const caller = authenticate(market, request.authorization, operation.version, keySecret);
  if (caller === undefined) return sandboxProblems.unauthenticated;
  const limits = listLimits(limitMode, operation, request.path, caller);
  const { admitted, headers } = limiter(limits, Math.floor(clock.now() / 1_000));
  if (!admitted) return addReplyHeaders(sandboxProblems.tooMany, headers);
  const isForbidden = caller.read_only === 1 && operation.method !== 'GET';
  if (isForbidden) return addReplyHeaders(sandboxProblems.unauthorized, headers);
  return addReplyHeaders(answerCall(request, marketplace, caller.seller_id, operation.handle), headers);
}
