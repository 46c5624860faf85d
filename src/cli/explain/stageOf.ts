import { decide } from '../../cutover/decide';
import { explainDecision } from '../../cutover/explainDecision';
import { initialState } from '../../cutover/initialState';

/**
 * Who answers, as far as configuration and date decide it. While v1 lives, the stage of the resource decides, which only
 * the running gateway knows: then the explanation is of v2's side.
 */
export function stageOf(resource: string, sunset: number | undefined, now: number): string {
  if (sunset !== undefined && now < sunset) {
    return `v2, as explained here; in the running gateway the stage of ${resource} decides between v1 and v2`;
  }
  const standing = { state: initialState, sunset, degraded: false, broken: false, fallback: false };
  return explainDecision(decide(standing, {}, now));
}
