import type { Found } from './indexStore';

/**
 * True when the candidates settle who is best: there is a preferred one (passes run newest first, so it is the
 * newest), or a whole pass has shown that there is none.
 */
export const isHit = ({ candidates, complete }: Found): boolean =>
  candidates.length > 0 && (complete || candidates.some(({ preferred }) => preferred));
