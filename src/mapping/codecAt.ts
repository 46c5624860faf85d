import type { Codec } from '../translation/codec';
import type { AttributeRule, BodyRule } from '../translation/rule';

/** The codec at a v1 path among rules of one kind; undefined when no value rule makes it. */
export function codecAt(rules: readonly (AttributeRule | BodyRule)[], path: string): Codec | undefined {
  const [name, ...rest] = path.split('.');
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule?.kind === 'object') return codecAt(rule.members, rest.join('.'));
  return rule?.kind === 'value' && rest.length === 0 ? rule.codec : undefined;
}
