import type { NotCompared } from '../../comparison/comparison';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import { SCRUBBED } from '../../comparison/scrub';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { readJson } from '../../translation/readJson';
import { type Result, success } from '../../translation/result';
import { type Lookup, lookupOf } from './lookupOf';

/** Asks v2 for a v1 read through the translation. */
type Ask = (target: string) => Promise<Result<SeenAnswer, NotCompared>>;

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;

function dataOf(body: string): JsonObject | undefined {
  const read = readJson(body, 'drop');
  const data = read.ok ? memberOf(read.value, 'data') : undefined;
  return isJsonObject(data) ? data : undefined;
}

/** What v2 shows today as the key of what v1 had found; one that nobody has, where v1 or v2 knows no such thing. */
async function keyOf(
  { id, body }: RecordedExchange,
  { found, attribute }: Lookup,
  ask: Ask,
): Promise<Result<string, NotCompared>> {
  const nobodys = success(`nobody-${id}`);
  const known = dataOf(body)?.['id'];
  if (typeof known !== 'string') return nobodys;
  const shown = await ask(`${found}/${encodeURIComponent(known)}`);
  if (!shown.ok) return shown;
  const key = memberOf(dataOf(shown.value.body)?.['attributes'], attribute);
  return typeof key === 'string' && key !== '' ? success(key) : nobodys;
}

/**
 * An exchange with something in the place of its secrets, which are not recorded. What was found by a login is looked for
 * by the login that v2 shows of it; in a write, which goes to a sandbox only, an invented word does.
 */
export async function standIn(
  exchange: RecordedExchange,
  ask: Ask,
): Promise<Result<RecordedExchange, NotCompared>> {
  const { id, target, sent } = exchange;
  const lookup = lookupOf(exchange);
  if (lookup !== undefined) {
    const key = await keyOf(exchange, lookup, ask);
    return key.ok
      ? success({ ...exchange, target: target.replace(SCRUBBED, encodeURIComponent(key.value)) })
      : key;
  }
  const invented = sent?.replaceAll(JSON.stringify(SCRUBBED), JSON.stringify(`invented-${id}`));
  return success(invented === undefined ? exchange : { ...exchange, sent: invented });
}
