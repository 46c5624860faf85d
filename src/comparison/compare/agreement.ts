import { decimalOf, textForm, type Tree } from './tree';
import type { DifferenceKind } from './difference';
import type { Comparator, IgnoreRule } from './ignoreRules';
import { instantOf } from './relate';
import type { AlignmentWish } from './alignment';

/** A difference with the values as they are. */
interface Disagreement {
  readonly kind: DifferenceKind;
  readonly v1?: Tree;
  readonly v2?: Tree;
}

/** How far apart two numbers are, or two instants written as text, in seconds; NaN where they are neither. */
function distance({ v1, v2 }: Disagreement): number {
  const [one, other] = [decimalOf(v1), decimalOf(v2)];
  if (one !== undefined && other !== undefined) return Math.abs(Number(one) - Number(other));
  const [before, after] = [instantOf(v1), instantOf(v2)];
  return before === undefined || after === undefined ? NaN : Math.abs(before.at - after.at) / 1000;
}

const areTextsAlike = ({ v1, v2 }: Disagreement): boolean =>
  typeof v1 === 'string' && typeof v2 === 'string' && textForm(v1) === textForm(v2);

/** True for a difference that is agreed under a comparator. */
function isWithin(comparator: Comparator, disagreement: Disagreement): boolean {
  switch (comparator.kind) {
    case 'ignore':
      // That v2 does not answer at all nobody can have agreed to.
      return disagreement.kind !== 'unavailable';
    case 'tolerance':
      return distance(disagreement) <= comparator.by;
    case 'unordered':
      return disagreement.kind === 'order';
    case 'format':
      return areTextsAlike(disagreement);
    case 'key':
      // It says which elements belong together, and hides nothing.
      return false;
  }
}

const PATH_STEP = /"(?:[^"\\]|\\.)*"|[^.]+/g;

/** A path template as its steps; a quoted name is one step, whatever it holds. */
const stepsOf = (path: string): readonly string[] => path.match(PATH_STEP) ?? [];

/** Whether path templates fit a pattern: `*` stands for one step, `**` at the end for all below. */
export function matchesPath(pattern: string): (path: string) => boolean {
  const wanted = stepsOf(pattern);
  const isOpen = wanted.at(-1) === '**';
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  return (path) => {
    const steps = stepsOf(path);
    const isLong = isOpen ? steps.length > fixed.length : steps.length === fixed.length;
    return isLong && fixed.every((step, at) => step === '*' || step === steps[at]);
  };
}

/** A rule that counts, and the paths that it is about. */
export interface RuleInForce {
  readonly rule: IgnoreRule;
  readonly matches: (path: string) => boolean;
}

/** The rules of one operation in their order; those that have expired by `now`, clock ms, do not count. */
export const rulesInForce = (
  rules: readonly IgnoreRule[],
  operation: string,
  now: number,
): readonly RuleInForce[] =>
  rules
    .filter((rule) => rule.expires > now && (rule.operation === undefined || rule.operation === operation))
    .map((rule) => ({ rule, matches: matchesPath(rule.path) }));

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
