import { LRUCache } from 'lru-cache';
import { success } from '../translation/result';
import type { Clock } from './clock';
import { type Allowance, isOfOneResource, readAllowance } from './readAllowance';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream';

/** Allowances remembered; one key has a handful. */
const MAXIMUM = 10_000;

/** One allowance: whose it is, and where it is kept. */
interface Scope {
  readonly book: LRUCache<string, Allowance>;
  readonly name: string;
}

/** The part of a path that names one resource: up to its id, whatever is done to it (observed). */
const resourceOf = (path: string): string =>
  /^.*?\/\d+(?=[/?]|$)/s.exec(path)?.[0] ?? path.replace(/\?.*$/s, '');

/** What v2 itself would answer now; nothing was sent. */
function tooMany({ limit, reset, endsAt }: Allowance, steady: number): UpstreamAnswer {
  const headers = {
    'retry-after': String(Math.max(1, Math.ceil((endsAt - steady) / 1000))),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(reset),
  };
  return { status: 429, headers, body: Buffer.from('') };
}

/** A 429 that says when its limit is renewed says so in `Retry-After`, too, which is what clients read. */
function withRetryAfter(answer: UpstreamAnswer, clock: Pick<Clock, 'now' | 'steady'>): UpstreamAnswer {
  const { status, headers } = answer;
  if (status !== 429 || headers['retry-after'] !== undefined) return answer;
  const allowance = readAllowance(headers, clock);
  if (allowance === undefined) return answer;
  return { ...answer, headers: { ...headers, ...tooMany(allowance, clock.steady()).headers } };
}

/**
 * Stops at the gateway what v2 would refuse with 429: once its `X-RateLimit-*` headers say that an allowance is used
 * up, calls that fall under it are refused here until it is renewed. Calls under way are counted as used.
 */
export function paceUpstream(upstream: Upstream, clock: Pick<Clock, 'now' | 'steady'>): Upstream {
  const book = () => new LRUCache<string, Allowance>({ max: MAXIMUM });
  const ofKeys = { read: book(), write: book() };
  const ofResources = { read: book(), write: book() };

  const keyScope = ({ method, authorization = '' }: UpstreamRequest): Scope => ({
    book: ofKeys[method === 'GET' ? 'read' : 'write'],
    name: authorization,
  });
  const resourceScope = ({ method, path, authorization = '' }: UpstreamRequest): Scope => ({
    book: ofResources[method === 'GET' ? 'read' : 'write'],
    name: `${authorization} ${resourceOf(path)}`,
  });
  /** Most keys never meet a limit on a single resource. */
  const scopesOf = (request: UpstreamRequest): readonly Scope[] => {
    const { size } = ofResources[request.method === 'GET' ? 'read' : 'write'];
    return size === 0 ? [keyScope(request)] : [keyScope(request), resourceScope(request)];
  };

  const current = ({ book, name }: Scope): Allowance | undefined => {
    const allowance = book.get(name);
    return allowance !== undefined && allowance.endsAt > clock.steady() ? allowance : undefined;
  };
  const spend = (scope: Scope): void => {
    const allowance = current(scope);
    if (allowance === undefined) return;
    const { limit, left, reset, endsAt } = allowance;
    scope.book.set(scope.name, { limit, left: left - 1, reset, endsAt });
  };
  const learn = (request: UpstreamRequest, headers: UpstreamAnswer['headers']): void => {
    const told = readAllowance(headers, clock);
    if (told === undefined) return;
    const scope = isOfOneResource(headers) ? resourceScope(request) : keyScope(request);
    const known = current(scope);
    // Answers overtake each other: within one window the least that was told holds.
    const same = known !== undefined && known.reset >= told.reset && known.limit === told.limit;
    scope.book.set(scope.name, same ? { ...known, left: Math.min(known.left, told.left) } : told);
  };

  return async (request) => {
    const scopes = scopesOf(request);
    const spent = scopes.map(current).find((allowance) => allowance !== undefined && allowance.left <= 0);
    if (spent !== undefined) return success(tooMany(spent, clock.steady()));
    for (const scope of scopes) spend(scope);
    const outcome = await upstream(request);
    if (!outcome.ok) return outcome;
    learn(request, outcome.value.headers);
    return success(withRetryAfter(outcome.value, clock));
  };
}
