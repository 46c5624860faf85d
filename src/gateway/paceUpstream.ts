import { LRUCache } from 'lru-cache';
import { success } from '../translation/result';
import type { Clock } from './clock';
import { type Allowance, readAllowance } from './readAllowance';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream';

/** Allowances remembered; one key has a handful. */
const MAXIMUM = 10_000;

/** A limit below this is one on a single resource (observed: 5 writes a minute), the others are per key (500, 1000). */
const LEAST_OF_KEY = 60;

interface Scopes {
  readonly ofKey: string;
  readonly ofResource: string;
}

function scopesOf({ authorization = '', method, path }: UpstreamRequest): Scopes {
  const kind = method === 'GET' ? 'read' : 'write';
  return {
    ofKey: `${authorization} ${kind}`,
    ofResource: `${authorization} ${kind} ${path.replace(/\?.*$/s, '')}`,
  };
}

/** What v2 itself would answer now; nothing was sent. */
function tooMany({ limit, resetAt }: Allowance, now: number): UpstreamAnswer {
  const headers = {
    'retry-after': String(Math.max(1, Math.ceil((resetAt - now) / 1000))),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
  };
  return { status: 429, headers, body: Buffer.from('') };
}

/**
 * Stops at the gateway what v2 would refuse with 429: once its `X-RateLimit-*` headers say that an allowance is used
 * up, calls that fall under it are refused here until it is renewed. Calls under way are counted as used.
 */
export function paceUpstream(upstream: Upstream, clock: Pick<Clock, 'now'>): Upstream {
  const allowances = new LRUCache<string, Allowance>({ max: MAXIMUM });

  const current = (scope: string): Allowance | undefined => {
    const allowance = allowances.get(scope);
    return allowance !== undefined && allowance.resetAt > clock.now() ? allowance : undefined;
  };
  const spend = (scope: string): void => {
    const allowance = current(scope);
    if (allowance !== undefined) allowances.set(scope, { ...allowance, left: allowance.left - 1 });
  };
  const learn = ({ ofKey, ofResource }: Scopes, told: Allowance): void => {
    const scope = told.limit < LEAST_OF_KEY ? ofResource : ofKey;
    const known = current(scope);
    // Answers overtake each other: within one window the least that was told holds.
    const same = known !== undefined && known.resetAt >= told.resetAt && known.limit === told.limit;
    allowances.set(scope, same ? { ...known, left: Math.min(known.left, told.left) } : told);
  };

  return async (request) => {
    const scopes = scopesOf(request);
    const names = [scopes.ofKey, scopes.ofResource];
    const spent = names.map(current).find((allowance) => allowance !== undefined && allowance.left <= 0);
    if (spent !== undefined) return success(tooMany(spent, clock.now()));
    for (const name of names) spend(name);
    const outcome = await upstream(request);
    const told = outcome.ok ? readAllowance(outcome.value.headers, clock.now()) : undefined;
    if (told !== undefined) learn(scopes, told);
    return outcome;
  };
}
