import type { RuleEntry } from '../../mapping/ruleEntry';
import { sourcePath } from '../../mapping/sourcePath';
import type { Mutant } from '../mutant';
import { otherValues } from '../otherValues';
import type { RuleSite } from '../ruleSite';
import type { Subject } from '../subject';

const policyKeys = ['onNull', 'onAbsent', 'default', 'class', 'reason'] as const;

/** A way to treat a source that has no value, as members of the rule. */
type Way = Pick<RuleEntry, (typeof policyKeys)[number]>;

function waysOf({ end, v1 }: RuleSite): readonly Way[] {
  const way: readonly Way[] = [{}, { onNull: 'pass' }];
  if (end === 'to') return way;
  const [value] = otherValues(v1, null);
  const standIn: Way = { default: value, class: 'guessed', reason: 'none' };
  return [...way, { onAbsent: 'omit' }, { onNull: 'pass', onAbsent: 'omit' }, standIn];
}

const nameOf = (way: Way): string =>
  policyKeys.filter((key) => key in way && key !== 'class' && key !== 'reason').join(' and ') || 'nothing';

/** Each rule whose source may be null or absent with every other way to treat that. */
export function changePolicy({ attributes, bodies }: Subject): readonly Mutant[] {
  return [attributes, ...bodies].flat().flatMap((site) => {
    const { path, entry, end, scope, v1 } = site;
    const source = sourcePath(scope, entry[end] ?? '');
    if (entry[end] === undefined || 'candidates' in source) return [];
    const { nullable, optional } = end === 'from' ? source : v1;
    if (!nullable && !optional) return [];
    const others = waysOf(site).filter((way) => nameOf(way) !== nameOf(entry));
    return others.map((way) => ({
      what: `a missing value met with ${nameOf(way)} instead of ${nameOf(entry)}`,
      path,
      edits: policyKeys.map((key) => ({ path: [...path, key], value: way[key] })),
    }));
  });
}
