import { rulesInForce } from '../../comparison/agree/rulesInForce';
import type { IgnoreRule } from '../../comparison/ignoreRule';

/** True at the places of one operation's answer that may differ in any way, by agreement; `now` is clock ms. */
export function agreedPlaces(
  rules: readonly IgnoreRule[],
  operation: string,
  now: number,
): (place: string) => boolean {
  const whole = rulesInForce(rules, operation, now).filter(
    ({ rule: { comparator, kind } }) => comparator.kind === 'ignore' && kind === undefined,
  );
  return (place) => {
    const path = place.replace(/\[\d+\]/g, '[]');
    return whole.some(({ matches }) => matches(path));
  };
}
