import type { Outcome } from '../../comparison/createAccounts';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import { dataOf } from '../../contract/dataOf';
import { isJsonObject, type Json } from '../../contract/json';
import type { Route } from '../../gateway/gateway';
import { readJson } from '../../translation/readJson';
import { writeJson } from '../../translation/writeJson';
import { answerOfV1 } from './answerOfV1';
import { askV1 } from './askV1';
import { askV2 } from './askV2';
import { comparePair } from './comparePair';
import type { Copied } from './copyPass';
import type { Desk, Errand } from './desk';
import { delay } from './delay';
import { success } from '../../translation/result';
import { wholeReadOf } from './wholeReadOf';

/** The first wait (ms) for a write to show in v2; each further one is twice as long. */
const FIRST_WAIT = 250;

const isSuccess = ({ status }: SeenAnswer): boolean => status >= 200 && status < 300;

function parsed(body: string): Json {
  const read = readJson(body, 'drop');
  return read.ok ? read.value : null;
}

/** What a read of the resource should answer now, going by v1's answer to the write; undefined when that says nothing. */
function expected(method: string, v1: SeenAnswer, body: Json): SeenAnswer | undefined {
  if (method === 'DELETE') return { status: 404, headers: {}, body: '' };
  const data = dataOf(body);
  if (!isJsonObject(data) || !isJsonObject(data['attributes'])) return undefined;
  return { status: 200, headers: v1.headers, body: writeJson({ data }) };
}

/** Of a resource that should be gone only the status tells. */
const bare = ({ status }: SeenAnswer): SeenAnswer => ({ status, headers: {}, body: '' });

/** Reads until v2 says what v1 has said, or has had the time for it. */
async function settled(errand: Errand, route: Route, wanted: SeenAnswer, desk: Desk) {
  const { request, gone } = errand;
  const { clock, limits, budgets } = desk;
  const lastAt = Math.min(errand.deadlineAt, errand.servedAt + limits.lag);
  for (let wait = FIRST_WAIT; ; wait *= 2) {
    const said = await askV2(request, route, desk, { gone, spend: budgets.v2.spend });
    if (!said.ok) return said;
    const answer = wanted.body === '' ? bare(said.value.answer) : said.value.answer;
    const compared = desk.compare(wanted, answer, route.operation.name);
    const same = !compared.ok || compared.differences.length === 0;
    const late = clock.steady() + wait > lastAt || !budgets.v2.has(request.caller);
    if (same || late) return success({ ...said.value, answer });
    await delay(wait, clock, gone);
  }
}

/** Verifies a write that v1 has executed: reads the resource through v2 and holds it against v1's own answer. */
export async function readBack(errand: Errand, copied: Copied, desk: Desk): Promise<Outcome> {
  const v1 = await answerOfV1(copied, desk.limits.bodyBytes);
  if (!v1.ok) return v1.failure;
  if (!isSuccess(v1.value)) return 'v1_error'; // nothing was written
  const { request } = errand;
  const body = parsed(v1.value.body);
  const read = wholeReadOf(request, body, desk.gateway.match);
  const wanted = expected(request.method, v1.value, body);
  if (read === undefined || wanted === undefined) return 'not_json';
  const answers = {
    v1: () => Promise.resolve(success(wanted)),
    v2: () => settled(errand, read.route, wanted, desk),
    // A write is never sent a second time; that v1 shows the same when it is read is as good.
    again: async () => {
      const again = await askV1({ ...request, target: read.target }, desk, errand);
      return again.ok && wanted.body === '' ? success(bare(again.value)) : again;
    },
  };
  return comparePair(errand, answers, desk);
}
