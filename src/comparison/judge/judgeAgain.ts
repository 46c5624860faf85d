import { isDeepStrictEqual } from 'node:util';
import { agreesKept } from './ruleHits';
import { type RuleInForce, rulesInForce } from '../compare/agreement';
import { breakOf } from './rungs';
import type { IgnoreRule } from '../compare/ignoreRules';
import type { KeptDifference, KeptIgnored, Observed } from '../keep/observed';
import { severityOf } from '../compare/difference';

/** Two sets of agreed differences: those under which the observations were made, and others. */
interface RulesChange {
  readonly before: readonly IgnoreRule[];
  readonly after: readonly IgnoreRule[];
  /** Clock ms: what has expired by then does not count. */
  readonly now: number;
}

/** Observations as they would have been under other rules. */
interface JudgedAgain {
  readonly observed: readonly Observed[];
  /** Differences that may be agreed, which only their values would tell: they are left standing. */
  readonly unclear: number;
}

type About = Pick<KeptIgnored, 'path' | 'kind'>;

const rulesAbout = (rules: readonly RuleInForce[], { path, kind }: About): readonly IgnoreRule[] =>
  rules.flatMap(({ rule, matches }) =>
    (rule.kind === undefined || rule.kind === kind) && matches(path) ? [rule] : [],
  );

/** What is known of a difference that was agreed: its path and kind. */
const uncovered = ({ path, kind }: KeptIgnored): KeptDifference => ({
  ...{ path, kind, severity: severityOf({ kind }), ...breakOf({ kind }) },
  ...{ lengths: [undefined, undefined], hashes: [undefined, undefined] },
});

/** True where a difference that was agreed under `was` is agreed still: its values are not known any more. */
const isStillAgreed = (comparator: IgnoreRule['comparator'], was: IgnoreRule | undefined): boolean =>
  comparator.kind === 'ignore' || isDeepStrictEqual(comparator, was?.comparator);

/** The differences that stand under some rules, those that do not, and how many might not. */
function sorted(differences: readonly KeptDifference[], rules: readonly RuleInForce[]) {
  const standing: KeptDifference[] = [];
  const ignored: KeptIgnored[] = [];
  let unclear = 0;
  for (const difference of differences) {
    const { path, kind } = difference;
    const said = rulesAbout(rules, difference).map(
      (rule) => [rule, agreesKept(rule.comparator, difference)] as const,
    );
    const [rule] = said.find(([, agrees]) => agrees) ?? [];
    if (rule !== undefined) ignored.push({ line: rule.line, path, kind });
    else {
      standing.push(difference);
      if (said.some(([, agrees]) => agrees === undefined)) unclear += 1;
    }
  }
  return { standing, ignored, unclear };
}

/**
 * Judges kept observations under other agreed differences. What comes to light again is known by path and kind alone, and
 * v1's second answer says nothing about it: such an observation goes without its control.
 */
export function judgeAgain(all: readonly Observed[], { before, after, now }: RulesChange): JudgedAgain {
  const former = new Map(before.map((rule) => [rule.line, rule]));
  const inForce = new Map<string, readonly RuleInForce[]>();
  const rulesOf = (operation: string): readonly RuleInForce[] => {
    const rules = inForce.get(operation) ?? rulesInForce(after, operation, now);
    inForce.set(operation, rules);
    return rules;
  };
  let unclear = 0;
  const observed = all.map((one): Observed => {
    const { differences, ignored = [], control, controlled, ...plain } = one;
    const rules = rulesOf(one.operation);
    const found = sorted(differences, rules);
    unclear += found.unclear;
    const still: KeptIgnored[] = [];
    const again: KeptDifference[] = [];
    for (const was of ignored) {
      const rule = rulesAbout(rules, was).find(({ comparator }) =>
        isStillAgreed(comparator, former.get(was.line)),
      );
      if (rule === undefined) again.push(uncovered(was));
      else still.push({ ...was, line: rule.line });
    }
    return {
      ...plain,
      differences: [...found.standing, ...again],
      ignored: [...found.ignored, ...still],
      ...(control === undefined || again.length > 0
        ? {}
        : { control: sorted(control, rules).standing, controlled: controlled ?? 'byLot' }),
    };
  });
  return { observed, unclear };
}
