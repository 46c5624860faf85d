import type { Privacy } from './createPrivacy';
import type { Relation } from './relation';

/** A relation without the words of a value that may not be kept: equal words stay equal. */
export function keepRelation(relation: Relation, { hash }: Pick<Privacy, 'hash'>): Relation {
  const hidden = (text: string): string => `#${hash(text).slice(0, 8)}`;
  if (relation.kind === 'word') return { ...relation, from: hidden(relation.from), to: hidden(relation.to) };
  const hasText = relation.kind === 'prefix' || relation.kind === 'suffix';
  return hasText ? { ...relation, text: hidden(relation.text) } : relation;
}
