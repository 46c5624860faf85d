import type { Evidence } from './evidence';

/** Evidence of which nothing is known yet. */
export const noEvidence = (since: number): Evidence => ({
  since,
  compared: 0,
  differing: 0,
  v1: { requests: 0, errors: 0, latency: new Map() },
  v2: { requests: 0, errors: 0, latency: new Map() },
  operations: new Map(),
  signatures: new Map(),
  traffic: new Map(),
  callers: new Map(),
});
