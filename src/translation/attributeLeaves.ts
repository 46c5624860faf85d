import type { AttributeRule, Step } from './rule';

/** One attribute that is read from v2: its v1 path, its whole v2 path, and its rule. */
export interface AttributeLeaf {
  readonly attribute: readonly string[];
  readonly source: readonly Step[];
  readonly rule: Extract<AttributeRule, { kind: 'value' }>;
}

/** All value rules, objects opened up, with paths from the root. */
export function attributeLeaves(
  rules: readonly AttributeRule[],
  attribute: readonly string[] = [],
  source: readonly Step[] = [],
): readonly AttributeLeaf[] {
  return rules.flatMap((rule): readonly AttributeLeaf[] => {
    if (rule.kind === 'constant') return [];
    const path = [...attribute, rule.name];
    const from = [...source, ...rule.source];
    return rule.kind === 'value'
      ? [{ attribute: path, source: from, rule }]
      : attributeLeaves(rule.members, path, from);
  });
}
