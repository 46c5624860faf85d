import type { Condition } from './condition';
import type { Evidence } from './evidence';
import { latencyBelow } from './latencyBelow';
import type { Requirements } from './requirements';

/** Requests of each side before a percentile says anything. */
const LEAST = 100;

/** Is v2 hardly slower than v1? With nothing served by v2 yet there is nothing to ask. */
export function latencyCondition(
  { v1, v2 }: Evidence,
  { latencyTimes, latencyMore }: Requirements,
): Condition {
  const name = 'latency';
  if (v2.requests === 0) return { name, outlook: 'passed', sentence: 'v2 has not served anyone yet' };
  const fewer = Math.min(v1.requests, v2.requests);
  if (fewer < LEAST) {
    const sentence = `${LEAST} requests of each side are needed to compare them; there are ${v1.requests} of v1 and ${v2.requests} of v2`;
    return { name, outlook: 'undecided', sentence };
  }
  const [before, after] = [latencyBelow(v1.latency, 0.95), latencyBelow(v2.latency, 0.95)];
  const limit = before * latencyTimes + latencyMore;
  const rounded = [after, before, limit].map((milliseconds) => Math.ceil(milliseconds));
  const sentence = `95% of v2's answers within ${rounded[0]} ms, of v1's within ${rounded[1]} ms; allowed are ${rounded[2]} ms`;
  return { name, outlook: after <= limit ? 'passed' : 'failing', sentence };
}
