import { type IgnoreRule, readIgnoreRules } from '../../../src/comparison/compare/ignoreRules';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument';
import { shipped } from '../../support/shipped';

/** Agreed differences as they stand in a file; none for an empty text. Throws when they are broken. */
export function parseRules(text: string): readonly IgnoreRule[] {
  if (text === '') return [];
  const names = shipped().operations.map(({ name }) => name);
  const rules = readIgnoreRules(readDocument('ignore.yaml', text), names);
  if (rules.ok) return rules.value;
  throw new Error(rules.failure.map(({ message }) => message).join('\n'));
}
