import type { AlignmentWish } from '../align/aligned';
import type { IgnoreRule } from '../ignoreRule';
import { type Disagreement, isWithin } from './isWithin';
import { rulesInForce } from './rulesInForce';

/** What has been agreed about the answers of one operation, at one moment. */
export interface Agreement {
  /** The first rule that a difference is agreed under. */
  readonly ruleFor: (path: string, disagreement: Disagreement) => IgnoreRule | undefined;
  /** How the elements of an array are to be paired. */
  readonly wish: (path: string) => AlignmentWish;
}

const NO_WISH: AlignmentWish = { unordered: false };

/** Puts the rules of one operation together; those that have expired by `now`, clock ms, do not count. */
export function createAgreement(rules: readonly IgnoreRule[], operation: string, now: number): Agreement {
  const inForce = rulesInForce(rules, operation, now);
  const ofArrays = inForce.filter(({ rule: { comparator } }) =>
    ['key', 'unordered'].includes(comparator.kind),
  );

  return {
    ruleFor: (path, disagreement) =>
      inForce.find(
        ({ rule, matches }) =>
          (rule.kind === undefined || rule.kind === disagreement.kind) &&
          matches(path) &&
          isWithin(rule.comparator, disagreement),
      )?.rule,
    wish: (path) => {
      if (ofArrays.length === 0) return NO_WISH;
      const wishes = ofArrays.filter(({ matches }) => matches(path)).map(({ rule }) => rule.comparator);
      const key = wishes.find((comparator) => comparator.kind === 'key');
      const unordered = wishes.some((comparator) => comparator.kind === 'unordered');
      return { unordered, ...(key === undefined ? {} : { key: key.name }) };
    },
  };
}
