import type { RuleEntry } from '../../mapping/ruleEntry';
import { sourcePath } from '../../mapping/sourcePath';
import type { Mutant } from '../mutant';
import { otherValues } from '../otherValues';
import type { RuleSite } from '../ruleSite';
import { ruleGroups, type Subject } from '../subject';

const policyKeys = ['onNull', 'onAbsent', 'default', 'class', 'reason'] as const;

/** A way to treat a source that has no value, as members of the rule. */
type Way = Pick<RuleEntry, (typeof policyKeys)[number]>;

function waysOf({ end, v1 }: RuleSite): readonly Way[] {
  const [value] = otherValues(v1, null);
  const standIn: Way = { default: value, class: 'guessed', reason: 'none' };
  const ways: readonly Way[] = [{}, { onNull: 'pass' }, standIn];
  return end === 'to'
    ? [...ways, { onNull: 'omit' }]
    : [...ways, { onAbsent: 'omit' }, { onNull: 'pass', onAbsent: 'omit' }];
}

const nameOf = ({ onNull, onAbsent, default: standIn }: Way): string => {
  const parts = [
    ...(onNull === undefined ? [] : [`onNull: ${onNull}`]),
    ...(onAbsent === undefined ? [] : [`onAbsent: ${onAbsent}`]),
    ...(standIn === undefined ? [] : ['a default']),
  ];
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
};

/** Each rule whose source may be null or absent with every other way to treat that. */
export function changePolicy(subject: Subject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap((site) => {
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
