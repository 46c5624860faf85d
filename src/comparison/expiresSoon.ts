import type { IgnoreRule } from './ignoreRule';

/** A rule is said to expire this long before it does, ms. */
const NOTICE = 14 * 86_400_000;

/** True for a rule that counts at an instant (clock ms) and will soon count no longer. */
export const expiresSoon = ({ expires }: Pick<IgnoreRule, 'expires'>, now: number): boolean =>
  now < expires && expires - now <= NOTICE;
