import type { RuleEntry } from '../../mapping/ruleEntry';
import { sourcePath } from '../../mapping/sourcePath';
import type { Mutant } from '../mutant';
import { otherValues } from '../otherValues';
import type { RuleSite } from '../ruleSite';
import { ruleGroups, type Subject } from '../subject';

const policyKeys = ['onNull', 'onAbsent', 'default', 'class', 'reason'] as const;

/** A way to treat a source that has no value, as members of the rule. */
type Way = Pick<RuleEntry, (typeof policyKeys)[number]>;

/** Where neither the contract nor v1 knows a null or an absence, only a default can be said of it. */
function waysOf({ end, v1 }: RuleSite, possible: boolean): readonly Way[] {
  // Not what stands in anyway: an empty object, an empty list.
  const value = otherValues(v1, null).at(-1);
  const standIn: Way = { default: value, class: 'guessed', reason: 'none' };
  if (end === 'from' && !possible && !v1.nullable && !v1.optional) return [{}, standIn];
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

/** Each rule with every other way to treat a source that is null or absent; of a request, where v1 takes that. */
export function changePolicy(subject: Subject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap((site) => {
      const { path, entry, end, scope, v1 } = site;
      const source = sourcePath(scope, entry[end] ?? '');
      if (entry[end] === undefined || 'candidates' in source) return [];
      if (end === 'to' && !v1.nullable && !v1.optional) return [];
      const others = waysOf(site, source.nullable || source.optional).filter(
        (way) => nameOf(way) !== nameOf(entry),
      );
      return others.map((way) => ({
        what: `a missing value met with ${nameOf(way)} instead of ${nameOf(entry)}`,
        path,
        edits: policyKeys.map((key) => ({ path: [...path, key], value: way[key] })),
      }));
    });
}
