import type { Evidence } from './evidenceRegistry';

/** Returns the gain of a bet on a rate against another, whose fair value is 1, after some hits and misses. */
export const betGain = (rate: number, against: number, hits: number, misses: number): number =>
  Math.exp(
    (hits === 0 ? 0 : hits * Math.log(rate / against)) + misses * Math.log((1 - rate) / (1 - against)),
  );

/** Rates that the alternative hypothesis bets on, as shares of the limit, and the weight of each bet. */
const BETS = [
  { share: 0, weight: 0.3 },
  ...[0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7].map((share) => ({ share, weight: 0.1 })),
] as const;

/** E-value that proves a rate below the limit, with at most 1 error in 20 for any number of checks. */
const PARITY_PASS = 20;

/**
 * Computes the e-value against "the rate is at least `limit`", for `hits` among `tried`: a bet whose fair value is 1.
 * It is a martingale, which may be checked after every request (Ville's inequality): a candidate exactly at the limit
 * reaches 20 in at most 5% of all runs of any length. A continuously checked Wilson bound promotes 31% of them.
 */
export const parityEvidence = (hits: number, tried: number, limit: number): number =>
  BETS.reduce(
    (sum, { share, weight }) => sum + weight * betGain(share * limit, limit, hits, tried - hits),
    0,
  );

/** Returns the number of further requests without a hit that the evidence needs to pass, or 0 if it passes now. */
export function cleanRequestsNeeded(hits: number, tried: number, limit: number): number {
  const isEnough = (more: number) => parityEvidence(hits, tried + more, limit) >= PARITY_PASS;
  if (isEnough(0)) return 0;
  let enough = 1;
  while (!isEnough(enough)) enough *= 2;
  let short = Math.floor(enough / 2);
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else short = middle;
  }
  return enough;
}

/** Multiples of the limit that the alternative hypothesis bets on, with equal weights. */
const TIMES = [1.5, 2, 3, 5, 10] as const;

/** E-value that proves a rate above the limit, with at most 1 error in 100 for any number of checks. */
export const EXCESS_PROVEN = 100;

/** Computes the e-value against "the rate is at most `limit`", as the counterpart of `parityEvidence`. */
export function excessEvidence(hits: number, tried: number, limit: number): number {
  const gains = TIMES.map((times) => betGain(Math.min(times * limit, 0.999), limit, hits, tried - hits));
  return gains.reduce((sum, gain) => sum + gain, 0) / TIMES.length;
}

/**
 * State of one condition: `passed`; `waiting` for something other than data; `undecided` for lack of data; `failing` if
 * the data speak against it. No data is never success and never failure.
 */
export type Outlook = 'passed' | 'waiting' | 'undecided' | 'failing';

/** Condition of the gate, with its sentence. */
export interface Condition {
  readonly name:
    | 'parity'
    | 'costly'
    | 'errors'
    | 'writes'
    | 'latency'
    | 'operations'
    | 'signatures'
    | 'callers'
    | 'dwell'
    | 'hold'
    | 'coolDown';
  readonly outlook: Outlook;
  readonly sentence: string;
}

/** Renders a share from 0 to 1 for people, e.g. `0.5%`. */
export const percentText = (share: number): string => `${Number((share * 100).toPrecision(3))}%`;

/** Renders an instant in UTC: the time of day, with the date unless it is today. */
export function clockText(at: number, now: number): string {
  const iso = new Date(at).toISOString();
  const time = `${iso.slice(11, 16)} UTC`;
  const day = iso.slice(0, 10);
  return new Date(now).toISOString().startsWith(day) ? time : `${day} ${time}`;
}

/** Estimates the instant at which a number of further requests will have arrived, at the rate so far. */
function forecastText(more: number, soFar: number, since: number, now: number): string {
  if (soFar === 0 || now <= since) return 'none has come yet';
  return `about ${clockText(now + (more * (now - since)) / soFar, now)} at the current rate`;
}

/** Judges whether a rate is below its limit. `needs(n)` is the phrase for "n more requests without a hit". */
function rateCondition(
  name: 'parity' | 'errors',
  { hits, tried, limit, since }: Record<'hits' | 'tried' | 'limit' | 'since', number>,
  { counts, failing, needs }: { counts: string; failing: string; needs: (more: number) => string },
  now: number,
): Condition {
  if (excessEvidence(hits, tried, limit) >= EXCESS_PROVEN)
    return { name, outlook: 'failing', sentence: `${counts}: ${failing} ${percentText(limit)}` };
  const more = cleanRequestsNeeded(hits, tried, limit);
  if (more === 0) return { name, outlook: 'passed', sentence: `${counts}: below ${percentText(limit)}` };
  const when = forecastText(more, tried, since, now);
  return { name, outlook: 'undecided', sentence: `${counts}; needs ${needs(more)}, ${when}` };
}

/** Checks that the two answers agree often enough. */
export const parityCondition = (
  { compared: tried, differing: hits, since }: Evidence,
  limit: number,
  now: number,
): Condition =>
  rateCondition(
    'parity',
    { hits, tried, limit, since },
    {
      counts: `${hits} of ${tried} compared requests differ`,
      failing: 'more than the allowed',
      needs: (more) => `${more} more clean requests`,
    },
    now,
  );

/** Maximum of the limit: 100% could not be exceeded, and the evidence would divide by zero. */
const MAX_ERROR_LIMIT = 0.99;

/** Checks that v2 fails hardly more often than v1. Passes while v2 has served nothing, before any canary. */
function errorCondition({ v1, v2, since }: Evidence, tolerance: number, now: number): Condition {
  const name = 'errors';
  if (v2.requests === 0) {
    return { name, outlook: 'passed', sentence: 'v2 has not served anyone yet' };
  }
  const v1ErrorRate = v1.requests === 0 ? 0 : v1.errors / v1.requests;
  const limit = Math.min(v1ErrorRate + tolerance, MAX_ERROR_LIMIT);
  const counts = `${v2.errors} of ${v2.requests} requests to v2 failed, ${v1.errors} of ${v1.requests} to v1`;
  return rateCondition(
    name,
    { hits: v2.errors, tried: v2.requests, limit, since },
    { counts, failing: 'above the limit of', needs: (more) => `${more} more without a failure` },
    now,
  );
}

/** Refusals of writes by v2 that do not concern the write, with the reasons in words. */
export const refusedWriteEnds = [
  { end: 'limited', reason: 'by its rate limit (429)' },
  { end: 'barred', reason: 'because the key lacks the right (401, 403)' },
] as const;

function outlookOfRate(hits: number, tried: number, limit: number): Outlook {
  if (excessEvidence(hits, tried, limit) >= EXCESS_PROVEN) return 'failing';
  return cleanRequestsNeeded(hits, tried, limit) === 0 ? 'passed' : 'undecided';
}

/** Checks that v2 refuses hardly any write that v1 accepts. Among all requests such refusals would hardly show. */
function writeConditions({ v2Writes }: Evidence, tolerance: number): readonly Condition[] {
  const writes = [...v2Writes.values()].reduce((sum, count) => sum + count, 0);
  return refusedWriteEnds.flatMap(({ end, reason }) => {
    const refused = v2Writes.get(end) ?? 0;
    if (refused === 0) return [];
    const outlook = outlookOfRate(refused, writes, tolerance);
    const sentence = `v2 refuses ${percentText(refused / writes)} of the writes that v1 takes: ${reason}, ${refused} of ${writes}`;
    return [{ name: 'writes', outlook, sentence }];
  });
}

/** Share of the comparisons of an operation from which on given up comparisons matter. */
const NOTICEABLE = 0.05;

/** Names the operations whose comparisons were often too costly, because uncompared answers never count as equal. */
function costlyConditions({ attempted, tooCostly }: Evidence): readonly Condition[] {
  const much = [...tooCostly].filter(([name, count]) => count >= NOTICEABLE * (attempted.get(name) ?? count));
  if (much.length === 0) return [];
  const names = much.map(([name, count]) => `${count} of ${attempted.get(name) ?? count} of ${name}`);
  const sentence = `comparisons given up as too costly: ${names.join(', ')}; see them with \`lifeboat diff run\`, which has no limit, and then decide with --force`;
  return [{ name: 'costly', outlook: 'undecided', sentence }];
}

/** Checks that the two answers agree, as far as they were compared, and that v2 fails hardly more often than v1. */
export const rateConditions = (
  evidence: Evidence,
  { differing, errorTolerance }: { readonly differing: number; readonly errorTolerance: number },
  now: number,
): readonly Condition[] => [
  parityCondition(evidence, differing, now),
  ...costlyConditions(evidence),
  errorCondition(evidence, errorTolerance, now),
  ...writeConditions(evidence, errorTolerance),
];
