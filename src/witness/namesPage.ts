import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { ResolvedNames } from '../mapping/resolveNames';
import type { Wanted } from './branch';
import { branchesOf } from './branchesOf';
import { countFrom } from './countFrom';
import { pageOf } from './pageOf';

const COUNT = 4;

/** The words that every other item has and the rest has not. */
const wordsOf = (having: ResolvedNames['having'], index: number): JsonObject =>
  Object.fromEntries(
    Object.entries(having).map(([member, word]) => [
      member,
      index % 2 === 0 ? ['another', word] : ['another'],
    ]),
  );

/** A v2 list of which every other item is one whose name is told. */
export function namesPage({ known, item, having }: ResolvedNames): Json {
  const wanted: Wanted = { side: 'answer', next: countFrom(501), extra: () => [], inside: () => [] };
  const items = Array.from({ length: COUNT }, (_, index): Json => {
    const [object = {}] = branchesOf(item, '', wanted);
    return isJsonObject(object) ? { ...object, ...wordsOf(having, index) } : object;
  });
  return pageOf(items, { number: 1, size: known.list.most });
}
