import { Recent } from '../contract/recent';
import type { Clock } from '../contract/clock';
import { success } from '../contract/result';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream';
import { type Allowance, readAllowance, isOfOneResource, withPlainLimits } from './rateLimits';

/** Tolerance (ms) of a renewal: v2 renews limits at whole seconds of its clock and tells no fractions. */
const ROUNDED_MS = 1_000;
/** Most allowances that are remembered; one key has a handful. */
const MAXIMUM_ALLOWANCES = 10_000;

/** Returns the part of a path that names one resource: up to its id, for every action on it (observed). */
const resourceOf = (path: string): string =>
  /^.*?\/\d+(?=[/?]|$)/s.exec(path)?.[0] ?? path.replace(/\?.*$/s, '');

/** Returns the 429 that v2 would answer now; nothing is sent. */
function tooMany({ limit, reset, endsAt }: Allowance, steady: number): UpstreamAnswer {
  const headers = {
    'retry-after': String(Math.max(1, Math.ceil((endsAt - steady) / 1000))),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(reset),
  };
  return { status: 429, headers, body: Buffer.from('') };
}

/** Returns a 429 with the renewal of its limit in `Retry-After`, too, because clients read that header. */
function withRetryAfter(answer: UpstreamAnswer, clock: Pick<Clock, 'now' | 'steady'>): UpstreamAnswer {
  const { headers } = answer;
  if (headers['retry-after'] !== undefined) return answer;
  const allowance = readAllowance(headers, clock);
  if (allowance === undefined) return answer;
  return { ...answer, headers: { ...headers, ...tooMany(allowance, clock.steady()).headers } };
}

/** An allowance, from which a call is subtracted while it is under way. */
interface Counted extends Allowance {
  leftRequests: number;
}

/** Subtracts a call from its allowances. If one is used up, subtracts nothing and returns that one. */
function spend(ofKey: Counted | undefined, ofResource: Counted | undefined): Counted | undefined {
  if (ofKey !== undefined && ofKey.leftRequests <= 0) return ofKey;
  if (ofResource !== undefined && ofResource.leftRequests <= 0) return ofResource;
  if (ofKey !== undefined) ofKey.leftRequests -= 1;
  if (ofResource !== undefined) ofResource.leftRequests -= 1;
  return undefined;
}

const resourceName = ({ path, authorization = '' }: UpstreamRequest): string =>
  `${authorization} ${resourceOf(path)}`;

/**
 * Stops calls at the gateway that v2 would refuse with 429. Once v2's `X-RateLimit-*` or `RateLimit` headers say that
 * an allowance is used up, its calls are refused here until it is renewed. Calls under way count as used.
 */
export function paceUpstream(upstream: Upstream, clock: Pick<Clock, 'now' | 'steady'>): Upstream {
  const opened = () => new Recent<string, Counted>(MAXIMUM_ALLOWANCES);
  const ofKeys = { read: opened(), write: opened() };
  const ofResources = { read: opened(), write: opened() };

  const current = (allowances: Recent<string, Counted>, name: string): Counted | undefined => {
    const allowance = allowances.get(name);
    return allowance !== undefined && allowance.endsAt - ROUNDED_MS > clock.steady() ? allowance : undefined;
  };
  const learn = (request: UpstreamRequest, headers: UpstreamAnswer['headers']): void => {
    const allowance = readAllowance(headers, clock);
    if (allowance === undefined) return;
    const kind = request.method === 'GET' ? 'read' : 'write';
    const isOne = isOfOneResource(headers);
    const allowances = isOne ? ofResources[kind] : ofKeys[kind];
    const name = isOne ? resourceName(request) : (request.authorization ?? '');
    const counted = current(allowances, name);
    // Answers overtake each other: within one window the smallest remainder counts, and none of an earlier window.
    if (counted?.limit !== allowance.limit || counted.reset < allowance.reset)
      allowances.set(name, allowance);
    else if (counted.reset === allowance.reset)
      counted.leftRequests = Math.min(counted.leftRequests, allowance.leftRequests);
  };

  return async (request) => {
    const kind = request.method === 'GET' ? 'read' : 'write';
    const ofKey = current(ofKeys[kind], request.authorization ?? '');
    // Most keys never meet a limit on a single resource.
    const { [kind]: resources } = ofResources;
    const ofResource = resources.isEmpty ? undefined : current(resources, resourceName(request));
    const spent = spend(ofKey, ofResource);
    if (spent !== undefined) return success(tooMany(spent, clock.steady()));
    const outcome = await upstream(request);
    if (!outcome.ok) return outcome;
    const answer = withPlainLimits(outcome.value, clock);
    learn(request, answer.headers);
    return success(answer.status === 429 ? withRetryAfter(answer, clock) : answer);
  };
}
