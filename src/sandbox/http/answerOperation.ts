import type { DatabaseSync } from 'node:sqlite';
import { authenticate, type KeyHolder } from '../keys/sellerKeys';
import type { Market, MarketCall, ServedOperation } from '../market';
import type { MarketClock } from '../sandboxOptions';
import { atomically } from '../storage/tables';
import type { FaultBoard } from '../faults/faultBoard';
import type { Chance } from '../values/random';
import type { Display } from '../values/display';
import { type IncomingRequest, readJsonBody } from './incomingRequest';
import { type AdmitCall, type LimitMode, limitsFor } from './rateLimiter';
import type { RequestLog } from './recordedRequests';
import { type Reply, sandboxProblems, withHeaders } from './reply';

/** State and parts that all requests of one marketplace share. */
export interface Marketplace {
  readonly database: DatabaseSync;
  readonly market: Market;
  readonly clock: MarketClock;
  readonly display: Display;
  /** Number of seller accounts, by their ids from 1. */
  readonly sellers: number;
  /** Signs the keys. */
  readonly keySecret: string;
  /** Milliseconds since the Unix epoch from which v1 answers 410. */
  readonly v1Sunset: number;
  readonly limitMode: LimitMode;
  readonly limiter: AdmitCall;
  readonly faults: FaultBoard;
  readonly chance: Chance;
  readonly requests: RequestLog;
  /** Receives errors that should not have been thrown. */
  readonly reportBug: (error: unknown) => void;
}

/** Instant (ms) of v1's deprecation (assumed): earlier than any clock that a marketplace starts with. */
const DEPRECATED_AT = Date.UTC(2025, 5, 1);

/** The headers by which v1 announces its end: RFC 9745 and RFC 8594. */
const sunsetHeaders = (sunset: number): Readonly<Record<string, string>> => ({
  deprecation: `@${DEPRECATED_AT / 1_000}`,
  sunset: new Date(sunset).toUTCString(),
});

/** Begins a call at the marketplace's present time. */
export const beginCall = ({ market, display, clock }: Marketplace): MarketCall => ({
  ...market,
  display,
  at: Math.floor(clock.now() / 1_000),
});

/** The caller of an operation that needs no key: a seller that does not exist. */
const NOBODY: KeyHolder = { sellerId: 0, keyId: 0, readOnly: true };

/** Checks a request in order (sunset, caller, rate limit, permission, body), then runs the operation. */
export function answerOperation(
  operation: ServedOperation,
  request: IncomingRequest,
  marketplace: Marketplace,
): Reply {
  if (operation.version === 'v2') return answerCaller(operation, request, marketplace);
  const { clock, v1Sunset } = marketplace;
  const isOver = clock.now() >= v1Sunset;
  const reply = isOver ? sandboxProblems.gone : answerCaller(operation, request, marketplace);
  return withHeaders(reply, sunsetHeaders(v1Sunset));
}

function answerCaller(operation: ServedOperation, request: IncomingRequest, marketplace: Marketplace): Reply {
  const { market, keySecret, limiter, limitMode } = marketplace;
  const call = beginCall(marketplace);
  if (operation.open === true) return run(operation, request, NOBODY, call, marketplace);
  const caller = authenticate(market, request.authorization, operation.version, keySecret);
  if (caller === undefined) return sandboxProblems.unauthenticated;
  const { admitted, headers } = limiter(limitsFor(limitMode, operation, request.path, caller), call.at);
  if (!admitted) return withHeaders(sandboxProblems.tooMany, headers);
  const isForbidden = caller.readOnly && operation.method !== 'GET';
  const reply = isForbidden
    ? sandboxProblems.unauthorized
    : run(operation, request, caller, call, marketplace);
  return withHeaders(reply, headers);
}

function run(
  operation: ServedOperation,
  request: IncomingRequest,
  { sellerId }: KeyHolder,
  call: MarketCall,
  { database }: Marketplace,
): Reply {
  const body = readJsonBody(request);
  if (!body.ok) return body.reply;
  const { parameters, query, address } = request;
  return atomically(database, () =>
    operation.handle({ ...call, sellerId, parameters, query, address, body: body.value }),
  );
}
