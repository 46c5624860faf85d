import type { Field } from '../../contract/field';
import type { Json } from '../../contract/json';
import type { RuleEntry } from '../../mapping/yaml/ruleEntry';
import { knownValues, sourcePath } from '../../mapping/compile/sourcePath';
import { type Mutant, type MutationSubject, ruleGroups, type RuleSite } from './mutant';

const ordinary: Readonly<Record<Field['kind'], readonly [Json, Json]>> = {
  text: ['', 'other'],
  integer: [0, 1],
  number: [0, 1],
  boolean: [false, true],
  timestamp: [0, 1],
  date: [0, 1],
  money: ['0', '1'],
  freeObject: [{}, { other: true }],
  object: [{}, { other: true }],
  list: [[], ['other']],
};

/** Lists values of a field's kind except the given one, with null when the field allows it. */
function otherValues({ kind, nullable }: Field, than: Json | undefined): readonly Json[] {
  const candidates = nullable ? [null, ...ordinary[kind]] : ordinary[kind];
  const same = JSON.stringify(than);
  return candidates.filter((value) => JSON.stringify(value) !== same);
}

const policyKeys = ['onNull', 'onAbsent', 'default', 'class', 'reason'] as const;

/** Members of a rule that handle a source without a value. */
type Way = Pick<RuleEntry, (typeof policyKeys)[number]>;

/** Lists the ways to handle a missing value; only a default when neither contract allows null or absence. */
function waysOf({ end, v1 }: RuleSite, possible: boolean): readonly Way[] {
  // The empty value: a client that writes back its read values would empty the resource.
  const [value] = otherValues(v1, null);
  const standIn: Way = { default: value, class: 'guessed', reason: 'none' };
  if (end === 'from' && !possible && !v1.nullable && !v1.optional) return [{}, standIn];
  const ways: readonly Way[] = [{}, { onNull: 'pass' }, standIn];
  return end === 'to'
    ? [...ways, { onNull: 'omit' }]
    : [...ways, { onAbsent: 'omit' }, { onNull: 'pass', onAbsent: 'omit' }];
}

const nameOf = ({ onNull, onAbsent, default: standIn }: Way): string => {
  const texts = [
    ...(onNull === undefined ? [] : [`onNull: ${onNull}`]),
    ...(onAbsent === undefined ? [] : [`onAbsent: ${onAbsent}`]),
    ...(standIn === undefined ? [] : ['a default']),
  ];
  return texts.length === 0 ? 'nothing' : texts.join(' and ');
};

/** Changes the way in which each rule handles null or absence; in requests only where v1 allows them. */
export function changePolicy(subject: MutationSubject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap((site) => {
      const { path, entry, end, scope, v1 } = site;
      const source = sourcePath(scope, entry[end] ?? '');
      if (entry[end] === undefined || 'candidates' in source) return [];
      if (end === 'to' && !v1.nullable && !v1.optional) return [];
      const policies = waysOf(site, source.nullable || source.optional).filter(
        (policy) => nameOf(policy) !== nameOf(entry),
      );
      return policies.map((policy) => ({
        what: `a missing value met with ${nameOf(policy)} instead of ${nameOf(entry)}`,
        path,
        edits: policyKeys.map((key) => ({ path: [...path, key], value: policy[key] })),
      }));
    });
}

/** Replaces each default by other values of its kind. */
export function changeDefault(subject: MutationSubject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap(({ path, entry, v1 }) => {
      const at = [...path, 'default'];
      if (entry.default === undefined) return [];
      return otherValues(v1, entry.default).map((value) => ({
        what: `default ${JSON.stringify(value)} instead of ${JSON.stringify(entry.default)}`,
        path: at,
        edits: [{ path: at, value }],
      }));
    });
}

/** Toggles strictness about new values on each rule with a declared enumeration. */
export function changeDrift({ attributes, answers }: MutationSubject): readonly Mutant[] {
  return [attributes, ...answers].flat().flatMap(({ path, entry, scope }) => {
    const source = sourcePath(scope, entry.from ?? '');
    if ('candidates' in source || knownValues(source) === undefined) return [];
    const drift = entry.drift === 'fail' ? undefined : 'fail';
    return [{ what: `drift ${drift ?? 'warn'}`, path, edits: [{ path: [...path, 'drift'], value: drift }] }];
  });
}

/** Toggles `required` on each rule that reads v2. */
export function changeRequired({ attributes, answers }: MutationSubject): readonly Mutant[] {
  return [attributes, ...answers].flat().flatMap(({ path, entry }) => {
    if (entry.from === undefined) return [];
    const required = entry.required === true ? undefined : true;
    const what = required === true ? 'required' : 'not required';
    return [{ what, path, edits: [{ path: [...path, 'required'], value: required }] }];
  });
}
