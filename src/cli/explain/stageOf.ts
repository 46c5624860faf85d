import { decide } from '../../cutover/decide';
import { explainDecision } from '../../cutover/explainDecision';
import { initialState } from '../../cutover/initialState';

/** Who answers, where configuration and date decide it; undefined while v1 lives, because then stages do. */
export function stageOf(sunset: number | undefined, now: number): string | undefined {
  if (sunset !== undefined && now < sunset) return undefined;
  const standing = { state: initialState, sunset, degraded: false, broken: false, fallback: false };
  return explainDecision(decide(standing, {}, now));
}
