import { isJsonObject, type JsonObject } from '../contract/json';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import { misfit } from '../translation/codec';
import type { BodyRule } from '../translation/rule';
import type { Wanted } from './branch';
import { branchesOf } from './branchesOf';
import { countFrom } from './countFrom';

function ruleAt(rules: readonly BodyRule[], path: string): BodyRule | undefined {
  const [name, ...rest] = path.split('.');
  const rule = rules.find((candidate) => candidate.name === name);
  return rule?.kind === 'object' && rest.length > 0 ? ruleAt(rule.members, rest.join('.')) : rule;
}

/** v1 bodies that v1 takes and that between them show every way in which one can be written; none without a body. */
export function requestWitnesses({ operation, body }: ResolvedOperation): readonly JsonObject[] {
  if (body === undefined) return [];
  const wanted: Wanted = {
    side: 'request',
    next: countFrom(101),
    extra: (path, number) => {
      const rule = ruleAt(body.rules, path);
      if (rule?.kind !== 'value') return [];
      return (rule.codec.witnesses?.(number) ?? []).flatMap((witness) => {
        const value = rule.codec.read(witness);
        return value === undefined || value === misfit ? [] : [value];
      });
    },
    inside: () => [],
  };
  return branchesOf(body.v1, '', wanted)
    .filter((value) => isJsonObject(value))
    .filter((value) => operation.body?.(value).ok === true);
}
