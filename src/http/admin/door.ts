import { hash, timingSafeEqual } from 'node:crypto';
import type { Request, ErrorRequestHandler, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type Clock, MINUTE_MS } from '../../contract/clock';
import type { Result } from '../../contract/result';
import { LIFEBOAT } from '../../cutover/stages/mover';
import { readBearer } from '../../gateway/keys/clientKeys';
import { type EntryRefusal, makeRefusal } from '../../operator/entry';
import { isAllowed, type OperatorRole, type AccessTokens, type Visitor } from '../../operator/operatorParts';
import { problemDetails } from '../../operator/operatorProblems';
import { describeThrow } from '../../gateway/gatewayEvents';

/** Proxy that proves the names of its users. */
export interface TrustedProxy {
  /** Header that names the user. */
  readonly header: string;
  /** Addresses of the proxy. */
  readonly addresses: readonly string[];
}

export interface DoorOptions {
  readonly tokens: Pick<AccessTokens, 'list' | 'find' | 'stands'>;
  /** True if every visitor who reaches the port may look, as on the machine itself. */
  readonly openReads: boolean;
  readonly proxy?: TrustedProxy | undefined;
  readonly clock: Pick<Clock, 'steady'>;
  /** Receives the address from which wrong tokens come. */
  readonly reportFailedLogin?: (address: string) => void;
}

/** Role of the users of a trusted proxy. */
const PROXY_ROLE: OperatorRole = 'operator';

/** Matches a user's name that cannot be mistaken for anything else in the log. */
const USER = /^[\w.@+-]{1,80}$/;

/** Wrong tokens of one address in a minute after which all its tokens are refused until the minute is over. */
const MAX_FAILURES = 10;

/** Most addresses whose failures are counted; beyond them the least recent is forgotten. */
const MAX_ADDRESSES = 1_000;

/** Returns the password of HTTP's basic scheme (RFC 7617): browsers ask people for it. */
function readPassword(authorization: string | undefined): string | undefined {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon === -1 ? undefined : pair.slice(colon + 1);
}

type Asked = Pick<Request, 'headers' | 'socket'>;

const addressOf = ({ socket }: Asked): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/** Opens the door of the admin port: identifies the asker by a token or by a trusted proxy, and finds his rights. */
export function createDoor(options: DoorOptions) {
  const { tokens, openReads, proxy, clock, reportFailedLogin } = options;
  /** Counts of wrong tokens by address, each for a minute from the first. */
  const failures = new LRUCache<string, number>({
    max: MAX_ADDRESSES,
    ttl: MINUTE_MS,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now: clock.steady },
  });

  /** Finds the visitor of a token. Counts wrong tokens. */
  const checkToken = (request: Asked, presented: string): Result<Visitor, EntryRefusal> => {
    const address = addressOf(request);
    const failureCount = failures.get(address) ?? 0;
    if (failureCount >= MAX_FAILURES)
      return makeRefusal('tooManyFailures', 'Too many wrong tokens came from your address: wait a minute.');
    const visitor = tokens.find(presented);
    if (visitor !== undefined) return { ok: true, value: visitor };
    failures.set(address, failureCount + 1);
    reportFailedLogin?.(address);
    return makeRefusal('unauthenticated', 'This is no token of this gateway.');
  };
  const trustedUser = (request: Asked): Visitor | undefined => {
    const name = proxy && request.headers[proxy.header.toLowerCase()];
    if (proxy === undefined || typeof name !== 'string' || !USER.test(name)) return undefined;
    // The log would show what this user does as done by the gateway itself.
    if (name.toLowerCase() === LIFEBOAT) return undefined;
    if (!proxy.addresses.includes(addressOf(request))) return undefined;
    return { name, role: PROXY_ROLE, proof: `user ${name}` };
  };
  /** Identifies the asker. Returns undefined for one without any proof. */
  const identify = (request: Asked, isView: boolean): Result<Visitor | undefined, EntryRefusal> => {
    const { authorization } = request.headers;
    // A browser sends a password by itself, even for a page of another site, so a password never changes anything.
    const shownText = readBearer(authorization) ?? (isView ? readPassword(authorization) : undefined);
    return shownText === undefined
      ? { ok: true, value: trustedUser(request) }
      : checkToken(request, shownText);
  };
  const hasTokens = (): boolean => tokens.list().length > 0;
  return {
    openReads,
    enter: checkToken,
    userOf: trustedUser,
    hasTokens,
    stands: tokens.stands,
    /** Admits an asker whose role includes the needed one. If reads are open, every asker has a viewer's rights. */
    admit: (
      request: Asked,
      role: OperatorRole,
      isView: boolean,
    ): Result<Visitor | undefined, EntryRefusal> => {
      if (openReads && role === 'viewer') return { ok: true, value: undefined };
      const visitor = identify(request, isView);
      if (!visitor.ok) return visitor;
      const { value } = visitor;
      if (value !== undefined && isAllowed(value.role, role)) return visitor;
      if (value !== undefined)
        return makeRefusal('role', `${value.name} has the role ${value.role}; it takes ${role}.`);
      if (hasTokens() || proxy !== undefined)
        return makeRefusal('unauthenticated', 'Show a token of this gateway.');
      return makeRefusal('noToken', 'Set admin.token in the settings of the gateway first.');
    },
  };
}

/** Door of the admin port. */
export type Door = ReturnType<typeof createDoor>;

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Compares a presented secret with the real one. The time it takes says nothing about either. */
export const isSameSecret = (presented: string | undefined, secret: string | undefined): boolean =>
  presented !== undefined && secret !== undefined && timingSafeEqual(digest(presented), digest(secret));

/** Answers a refusal in the form of RFC 9457. */
export function sendRefusal(response: Response, { problem, detail, more }: EntryRefusal): void {
  const details = problemDetails(problem, detail, more);
  if (problem === 'unauthenticated') response.set('www-authenticate', 'Basic realm="lifeboat"');
  if (problem === 'tooManyFailures') response.set('retry-after', '60');
  response.status(details.status).type('application/problem+json').send(JSON.stringify(details));
}

/** Creates the handler that hands on only visitors who may look, by a bearer token or by the password of any user. */
export const createViewerCheck =
  (door: Door): RequestHandler =>
  (request, response, next) => {
    const visitor = door.admit(request, 'viewer', true);
    if (visitor.ok) next();
    else sendRefusal(response, visitor.failure);
  };

/** Recognizes a request of this port's own pages. No other origin may post (RFC 6454), and a form cannot forge this. */
export function isOwnPost({ headers }: Pick<Request, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/**
 * Matches an address, a name without a dot, or a name of this machine (RFC 6761 6.3): no stranger can register these.
 */
const OWN = /^(\[[\da-f:.]+\]|[\d.]+|[^.:]*|.*\.localhost)(:\d*)?$/i;

/**
 * Refuses requests under a name that a stranger can own. Otherwise a web page whose name is made to point at this
 * machine (DNS rebinding) could read pages for the people on it.
 */
export const refuseForeignNames: RequestHandler = (request, response, next) => {
  if (OWN.test(request.headers.host ?? '')) next();
  else sendRefusal(response, { problem: 'foreignHost', detail: 'This name may lead to any machine.' });
};

/** Creates the handler of throws on the admin port: a mistake of the asker is refused, all else says where it was. */
export const createThrowHandler =
  (problem: 'pageFailed' | 'storeFailed'): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    // Express and its parsers give the errors of unreadable requests a status.
    const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 0;
    if (status >= 400 && status < 500)
      sendRefusal(response, { problem: 'invalidInput', detail: 'The request cannot be read.' });
    else sendRefusal(response, { problem, detail: `The page cannot be made (${describeThrow(thrown)}).` });
  };
