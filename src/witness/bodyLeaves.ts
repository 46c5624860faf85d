import type { Field } from '../contract/field';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import { sourcePath } from '../mapping/sourcePath';
import type { BodyRule } from '../translation/rule';

/** One member of a v1 body, at any depth, and the v2 field that it feeds. */
export interface BodyLeaf {
  readonly member: readonly string[];
  readonly rule: BodyRule;
  readonly v1: Field;
  readonly v2: Field;
}

type Body = NonNullable<ResolvedOperation['body']>;

function fieldAt(root: Field, path: readonly string[]): Field | undefined {
  const source = sourcePath(root, path.join('.'));
  return 'candidates' in source ? undefined : source.field;
}

/** All rules of a request body, those of objects before those inside them. */
export function bodyLeaves(
  body: Body,
  rules = body.rules,
  prefix: readonly string[] = [],
): readonly BodyLeaf[] {
  return rules.flatMap((rule): readonly BodyLeaf[] => {
    const member = [...prefix, rule.name];
    const v1 = fieldAt(body.v1, member);
    const v2 = body.v2 && fieldAt(body.v2, rule.target);
    if (v1 === undefined || v2 === undefined) return [];
    const leaf = { member, rule, v1, v2 };
    return rule.kind === 'object' ? [leaf, ...bodyLeaves(body, rule.members, member)] : [leaf];
  });
}
