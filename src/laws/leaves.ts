import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { AttributeRule, Step } from '../translation/rule';

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

/** The value at a path; undefined when some step is missing. */
export function valueAt(root: Json | undefined, path: readonly Step[]): Json | undefined {
  let value = root;
  for (const { name, alsoNamed } of path) {
    if (!isJsonObject(value)) return undefined;
    value = value[name] ?? (alsoNamed === undefined ? undefined : value[alsoNamed]);
  }
  return value;
}

/** A copy of `root` with the value at a path replaced; objects on the way are made where they are missing. */
export function withValueAt(root: Json | undefined, [step, ...rest]: readonly Step[], value: Json): Json {
  if (step === undefined) return value;
  const object: JsonObject = isJsonObject(root) ? { ...root } : {};
  const inner = valueAt(object, [step]);
  const others = Object.entries(object).filter(([name]) => name !== step.alsoNamed);
  return { ...Object.fromEntries(others), [step.name]: withValueAt(inner, rest, value) };
}

/** Plain names as steps. */
export const steps = (path: readonly string[]): readonly Step[] => path.map((name) => ({ name }));
