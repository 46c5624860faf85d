import { dataOf } from '../../contract/dataOf';
import type { Json, JsonObject } from '../../contract/json';
import { hideAttributes } from '../../gateway/hideAttributes';
import type { Operation } from '../../mapping/operation';
import type { Mismatch } from '../../translation/mismatch';
import { type Result, success } from '../../translation/result';

function translateItems(operation: Operation, items: readonly Json[]): Result<Json[], Mismatch> {
  const translated: Json[] = [];
  for (const item of items) {
    const one = operation.answer.read({ data: item });
    if (!one.ok) return one;
    translated.push(one.value['data'] ?? null);
  }
  return success(translated);
}

/** What an answer of v2 becomes without its request: a list item by item, everything else as a whole. */
export function translateGiven(
  operation: Operation,
  given: Json,
  withheld: readonly string[],
): Result<JsonObject, Mismatch> {
  const data = dataOf(given);
  if (operation.list !== undefined && Array.isArray(data)) {
    const items = translateItems(operation, data);
    if (!items.ok) return items;
    return success({ data: items.value.map((item) => hideAttributes(item, withheld) ?? null) });
  }
  const translated = operation.answer.read(given);
  if (!translated.ok) return translated;
  const shown = hideAttributes(translated.value['data'], withheld);
  return success(shown === undefined ? translated.value : { ...translated.value, data: shown });
}
