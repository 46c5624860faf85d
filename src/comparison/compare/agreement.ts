import type { Json } from '../../contract/json';
import type { AlignmentWish } from './alignLists';
import type { DifferenceKind } from './difference';
import type { Comparator, IgnoreRule } from './ignoreRules';
import { shownName } from './memberNames';
import { decimalOf, instantOf, textForm } from './values';

interface Disagreement {
  readonly kind: DifferenceKind;
  readonly v1?: Json;
  readonly v2?: Json;
}

/** Returns the distance of two numbers, or of two instants as text in seconds, or NaN for other values. */
function distance({ v1, v2 }: Disagreement): number {
  const [decimal1, decimal2] = [decimalOf(v1), decimalOf(v2)];
  if (decimal1 !== undefined && decimal2 !== undefined) return Math.abs(Number(decimal1) - Number(decimal2));
  return Math.abs(Number(instantOf(v1)?.at) - Number(instantOf(v2)?.at)) / 1000;
}

const areTextsAlike = ({ v1, v2 }: Disagreement): boolean =>
  typeof v1 === 'string' && typeof v2 === 'string' && textForm(v1) === textForm(v2);

/** Answers to what a comparator asks about two values. One is undefined if only the values, not kept, would show it. */
export interface ComparedValues {
  readonly kind: DifferenceKind;
  readonly areWithin: (distance: number) => boolean | undefined;
  readonly areAlike: () => boolean | undefined;
}

/** Decides whether a comparator allows a difference. Returns undefined if the answers do not decide that. */
export function comparatorAllows(
  comparator: Comparator,
  { kind, areWithin, areAlike }: ComparedValues,
): boolean | undefined {
  switch (comparator.kind) {
    case 'ignore':
      // An agreement never covers a v2 that does not answer at all.
      return kind !== 'unavailable';
    case 'tolerance':
      return areWithin(comparator.by);
    case 'unordered':
      return kind === 'order';
    case 'format':
      return areAlike();
    case 'key':
      // A key only pairs elements; it hides nothing.
      return false;
  }
}

const PATH_STEP = /"(?:[^"\\]|\\.)*"|[^.]+/g;

/** Splits a path template into its steps. A quoted name is one step. */
const stepsOf = (path: string): readonly string[] => path.match(PATH_STEP) ?? [];

const isWild = (step: string): boolean => /^(?:\*+|\[\]|\{\}|".*")$/.test(step);

/** Returns a step of a rule in the form of paths: a rule may write the name or its stand-in. */
const shownStep = (step: string): string => (isWild(step) ? step : shownName(step));

interface PathPattern {
  readonly isOpen: boolean;
  readonly fixed: readonly string[];
}

function parsePattern(pattern: string): PathPattern {
  const steps = stepsOf(pattern).map(shownStep);
  const isOpen = steps.at(-1) === '**';
  return { isOpen, fixed: isOpen ? steps.slice(0, -1) : steps };
}

/**
 * Creates the test for path templates: `*` in the pattern matches one step, `**` at the end all steps below. The
 * pattern is compiled at the first call: most pairs of answers do not differ, and then nothing calls the test.
 */
export function compilePathTest(pattern: string): (path: string) => boolean {
  let wantedPattern: PathPattern | undefined;
  return (path) => {
    const { isOpen, fixed } = (wantedPattern ??= parsePattern(pattern));
    const steps = stepsOf(path).map(shownStep);
    const hasRightLength = isOpen ? steps.length > fixed.length : steps.length === fixed.length;
    return hasRightLength && fixed.every((step, index) => step === '*' || step === steps[index]);
  };
}

/** A rule that has not expired, and a test for its paths. */
export interface RuleInForce {
  readonly rule: IgnoreRule;
  readonly matches: (path: string) => boolean;
}

/** Lists the rules for one operation that have not expired by `now` (clock ms), in their order. */
export const rulesInForce = (
  rules: readonly IgnoreRule[],
  operation: string,
  now: number,
): readonly RuleInForce[] =>
  rules
    .filter((rule) => rule.expires > now && (rule.operation === undefined || rule.operation === operation))
    .map((rule) => ({ rule, matches: compilePathTest(rule.path) }));

/** Recognizes a rule about differences of this kind at this path. */
export const isRuleAbout = (
  { rule, matches }: RuleInForce,
  { path, kind }: { readonly path: string; readonly kind: DifferenceKind },
): boolean => (rule.kind === undefined || rule.kind === kind) && matches(path);

/** The agreed differences of one operation at one moment. */
export type Agreement = ReturnType<typeof createAgreement>;

const NO_WISH: AlignmentWish = { unordered: false };

/** Creates the agreement of one operation from the rules that have not expired by `now` (clock ms). */
export function createAgreement(rules: readonly IgnoreRule[], operation: string, now: number) {
  const inForce = rulesInForce(rules, operation, now);
  const ofArrays = inForce.filter(({ rule: { comparator } }) =>
    ['key', 'unordered'].includes(comparator.kind),
  );
  return {
    /** Finds the first rule that allows a difference. */
    ruleFor: (path: string, disagreement: Disagreement): IgnoreRule | undefined => {
      const { kind } = disagreement;
      const compared: ComparedValues = {
        kind,
        areWithin: (by) => distance(disagreement) <= by,
        areAlike: () => areTextsAlike(disagreement),
      };
      return inForce.find(
        (each) => isRuleAbout(each, { path, kind }) && comparatorAllows(each.rule.comparator, compared),
      )?.rule;
    },
    /** Returns the agreed way to pair the elements of an array. */
    alignmentWish: (path: string): AlignmentWish => {
      if (ofArrays.length === 0) return NO_WISH;
      const wishes = ofArrays.filter(({ matches }) => matches(path)).map(({ rule }) => rule.comparator);
      const key = wishes.find((comparator) => comparator.kind === 'key')?.name;
      return { key, unordered: wishes.some((comparator) => comparator.kind === 'unordered') };
    },
  };
}
