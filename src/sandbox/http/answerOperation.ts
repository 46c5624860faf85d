import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../../contract/json';
import { authenticate } from '../sellerKeys';
import type { Market, MarketCall, ServedOperation } from '../market';
import type { MarketClock } from '../sandboxOptions';
import { runInTransaction } from '../storage/tables';
import type { FaultBoard } from '../faults/faultBoard';
import type { Random } from '../values/random';
import type { Display } from '../values/display';
import { type IncomingRequest, readJsonBody } from './incomingRequest';
import { type AdmitCall, type LimitMode, listLimits } from './rateLimiter';
import type { RequestLog } from './recordedRequests';
import { type Reply, sandboxProblems, addReplyHeaders } from './reply';

/** State and parts that all requests of a marketplace share. */
export interface Marketplace {
  readonly database: DatabaseSync;
  readonly market: Market;
  readonly clock: MarketClock;
  readonly display: Display;
  /** Number of seller accounts, whose ids start at 1. */
  readonly sellers: number;
  /** Secret that signs the keys. */
  readonly keySecret: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410. */
  readonly v1Sunset: number;
  readonly limitMode: LimitMode;
  readonly limiter: AdmitCall;
  readonly faults: FaultBoard;
  /** Source of values that faults draw. */
  readonly random: Random;
  readonly requests: RequestLog;
  /** Receives unexpected errors. */
  readonly reportBug: (error: unknown) => void;
}

/** Starts a call at the marketplace's current time. */
export const beginCall = ({ market, display, clock }: Marketplace): MarketCall => ({
  ...market,
  display,
  at: Math.floor(clock.now() / 1_000),
});

/** Runs a call with the JSON body of its request in one transaction, or answers why the body is no JSON. */
export function answerWithJson(
  request: Pick<IncomingRequest, 'body' | 'contentType'>,
  { database }: Pick<Marketplace, 'database'>,
  run: (body: Json) => Reply,
): Reply {
  const body = readJsonBody(request);
  if (!body.ok) return body.failure;
  return runInTransaction(database, () => run(body.value));
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
  const { market, keySecret, limiter, limitMode } = marketplace;
  const call = beginCall(marketplace);
  const { parameters, query, address } = request;
  const runOperation = (sellerId: number): Reply =>
    answerWithJson(request, marketplace, (body) =>
      operation.handle({ ...call, sellerId, parameters, query, address, body }),
    );
  // An operation without a key has a seller that does not exist as its caller.
  if (operation.open === true) return runOperation(0);
  const caller = authenticate(market, request.authorization, operation.version, keySecret);
  if (caller === undefined) return sandboxProblems.unauthenticated;
  const { admitted, headers } = limiter(listLimits(limitMode, operation, request.path, caller), call.at);
  if (!admitted) return addReplyHeaders(sandboxProblems.tooMany, headers);
  const isForbidden = caller.read_only === 1 && operation.method !== 'GET';
  return addReplyHeaders(
    isForbidden ? sandboxProblems.unauthorized : runOperation(caller.seller_id),
    headers,
  );
}
