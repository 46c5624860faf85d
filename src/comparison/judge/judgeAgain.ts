import { isDeepStrictEqual } from 'node:util';
import { isKeptAllowed } from './ruleHits';
import { isRuleAbout, type RuleInForce, rulesInForce } from '../compare/agreement';
import { breakOf } from './noiseLevels';
import type { IgnoreRule } from '../compare/ignoreRules';
import type { KeptDifference, KeptIgnored, SeenPair } from '../keep/observation';
import { severityOf } from '../compare/difference';

type PathAndKind = Pick<KeptIgnored, 'path' | 'kind'>;

const rulesAbout = (rules: readonly RuleInForce[], difference: PathAndKind): readonly IgnoreRule[] =>
  rules.filter((ruleInForce) => isRuleAbout(ruleInForce, difference)).map(({ rule }) => rule);

/** Makes an open difference of an agreed one whose path and kind alone are known. */
const reopenDifference = ({ path, kind }: KeptIgnored): KeptDifference => ({
  path,
  kind,
  severity: severityOf({ kind }),
  ...breakOf({ kind }),
  lengths: [null, null],
  hashes: [null, null],
});

/** Reports whether a difference that `was` allowed is still allowed, although its values are no longer known. */
const isStillAgreed = (comparator: IgnoreRule['comparator'], was: IgnoreRule | undefined): boolean =>
  comparator.kind === 'ignore' || isDeepStrictEqual(comparator, was?.comparator);

/** Separates differences into open and agreed ones, and counts those that may be agreed. */
function separateAgreed(differences: readonly KeptDifference[], rules: readonly RuleInForce[]) {
  const open: KeptDifference[] = [];
  const ignored: KeptIgnored[] = [];
  let unclear = 0;
  for (const difference of differences) {
    const { path, kind } = difference;
    const answers = rulesAbout(rules, difference).map(
      (rule) => [rule, isKeptAllowed(rule.comparator, difference)] as const,
    );
    const [rule] = answers.find(([, agrees]) => agrees) ?? [];
    if (rule !== undefined) ignored.push({ line: rule.line, path, kind });
    else {
      open.push(difference);
      if (answers.some(([, agrees]) => agrees === undefined)) unclear += 1;
    }
  }
  return { open, ignored, unclear };
}

/**
 * Judges kept observations under other agreed differences. A difference that is open again is known by path and kind
 * only, and v1's second answer was not compared there: such an observation loses its control. `unclear` counts the
 * differences that may be agreed, which only their values would show. They count as open. Rules that have expired at
 * `now` (clock ms) do not apply.
 */
export function judgeAgain(
  all: readonly SeenPair[],
  rules: {
    readonly before: readonly IgnoreRule[];
    readonly after: readonly IgnoreRule[];
    readonly now: number;
  },
): { readonly observed: readonly SeenPair[]; readonly unclear: number } {
  const { before: oldRules, after: newRules, now } = rules;
  const former = new Map(oldRules.map((rule) => [rule.line, rule]));
  const inForce = new Map<string, readonly RuleInForce[]>();
  const rulesOf = (operation: string): readonly RuleInForce[] => {
    const rules = inForce.get(operation) ?? rulesInForce(newRules, operation, now);
    inForce.set(operation, rules);
    return rules;
  };
  let unclear = 0;
  const pairsAgain = all.map((observation): SeenPair => {
    const { differences, ignored = [], control, controlled, ...plain } = observation;
    const ownRules = rulesOf(observation.operation);
    const separated = separateAgreed(differences, ownRules);
    unclear += separated.unclear;
    const still: KeptIgnored[] = [];
    const revived: KeptDifference[] = [];
    for (const was of ignored) {
      const rule = rulesAbout(ownRules, was).find(({ comparator }) =>
        isStillAgreed(comparator, former.get(was.line)),
      );
      if (rule === undefined) revived.push(reopenDifference(was));
      else still.push({ ...was, line: rule.line });
    }
    const judged: SeenPair = {
      ...plain,
      differences: [...separated.open, ...revived],
      ignored: [...separated.ignored, ...still],
    };
    if (control === undefined || revived.length > 0) return judged;
    return { ...judged, control: separateAgreed(control, ownRules).open, controlled: controlled ?? 'byLot' };
  });
  return { observed: pairsAgain, unclear };
}
