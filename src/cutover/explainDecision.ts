import type { Because, Decision } from './decision';

const sentences: Readonly<Record<Because, string>> = {
  stage: 'the stage says so',
  gone: 'the resource is gone from this gateway',
  noV1: 'no v1 is configured',
  sunset: 'v1 has ended, so the effective stage is v2 whatever was set',
  forced: 'the request forces its side, with the admin token',
  killed: 'the resource is killed: everything goes to v1',
  degraded: 'the store cannot be relied on, so everything goes to v1',
  pinned: 'the caller is pinned',
  breaker: 'v2 keeps failing on this instance, so v1 answers for now',
  inCanary: 'the caller is in the canary',
  outsideCanary: 'the caller is not in the canary',
  noKey: 'whoever shows no key is never in the canary',
};

/** A decision and its reason, for people. */
export const explainDecision = ({ side, because }: Decision): string => `${side}: ${sentences[because]}`;
