import { dataOf, isJsonObject, type Json } from '../contract/json';
import type { Gateway, Route } from '../gateway/gateway';
import { success } from '../contract/result';
import type { Clock } from '../contract/clock';
import type { Outcome } from '../comparison/keep/comparisonAccounts';
import type { SeenAnswer } from '../comparison/compare/answerPair';
import { readJson, writeJson } from '../mapping/translate/exactJson';
import { answerOfV1, askV1, askV2 } from './sideAnswers';
import { comparePair } from './comparePair';
import type { Copied } from './copyPass';
import type { ComparisonParts, ComparisonTask } from './shadowParts';

/** Path segments after a resource's own that name an action on it: `/status`, `/actions/complete`. */
const MOST_ACTION_SEGMENTS = 2;

const idOf = (body: Json): string | undefined => {
  const data = dataOf(body);
  const id = isJsonObject(data) ? data['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** A read that shows all of a resource: v1's answers to writes leave nothing out. */
interface WholeRead {
  /** With nothing hidden. */
  readonly route: Route;
  /** What v1 is asked for it with. */
  readonly target: string;
}

function whole({ operation, parameters }: Route, path: string): WholeRead {
  const { flags = [] } = operation.v1;
  const query = flags.map((flag) => `${flag}=1`).join('&');
  return {
    route: { operation: { ...operation, query: () => success({ hidden: [] }) }, parameters },
    target: query === '' ? path : `${path}?${query}`,
  };
}

/** The read that shows what a write has left behind; undefined where no single resource can be read. */
function wholeReadOf(
  { method, target }: { readonly method: string; readonly target: string },
  answered: Json,
  match: Gateway['match'],
): WholeRead | undefined {
  const [path = ''] = target.split('?');
  const segments = path.split('/');
  const id = method === 'POST' ? idOf(answered) : undefined;
  const written = id === undefined ? segments : [...segments, encodeURIComponent(id)];
  for (let fewer = 0; fewer <= MOST_ACTION_SEGMENTS; fewer += 1) {
    const place = written.slice(0, written.length - fewer).join('/');
    const found = match('GET', place);
    const single = found?.ok === true && Object.keys(found.value.parameters).length > 0;
    if (single && found.value.operation.list === undefined) return whole(found.value, place);
  }
  return undefined;
}

/** Waits so long (ms), or until the signal fires. */
export function delay(wait: number, clock: Pick<Clock, 'schedule'>, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.schedule(wait, () => {
      gone.removeEventListener('abort', early);
      resolve();
    });
    const early = (): void => {
      stop();
      resolve();
    };
    if (gone.aborted) early();
    else gone.addEventListener('abort', early, { once: true });
  });
}

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
async function settled(errand: ComparisonTask, route: Route, wanted: SeenAnswer, desk: ComparisonParts) {
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
export async function readBack(
  errand: ComparisonTask,
  copied: Copied,
  desk: ComparisonParts,
): Promise<Outcome> {
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
