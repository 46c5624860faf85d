import { type IgnoreRule, readIgnoreRules } from '../../../src/comparison/compare/ignoreRules.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';
import { shipped } from '../../support/shipped.ts';

/** Reads agreed differences from the text of a file; none from an empty text. Throws when it has faults. */
export function parseRules(text: string): readonly IgnoreRule[] {
  if (text === '') return [];
  const names = shipped().operations.map(({ name }) => name);
  const rules = readIgnoreRules(readDocument('ignore.yaml', text), names);
  if (rules.ok) return rules.value;
  throw new Error(rules.failure.map(({ message }) => message).join('\n'));
}
