import type { PairsAgain } from '../../comparison/report/reportUnder';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { RawAnswer } from '../../comparison/compare/answerPair';
import { writeJson } from '../../mapping/translate/exactJson';
import type { SeenPair } from '../../comparison/keep/observation';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Clock } from '../../contract/clock';
import { failure, success } from '../../contract/result';
import type { Upstream } from '../../gateway/upstream';
import type { Mappings } from '../../mapping/compile/loadMappings';
import {
  createPlayer,
  hasSecret,
  lookupOf,
  type PlayedSubject,
  playExchange,
  resourceIn,
  standInRequestId,
} from './playExchange';

/** Finds the resource that a lookup by a secret has found at v2. Returns undefined for every other exchange. */
function findFoundResource(exchange: RecordedExchange): RawAnswer | undefined {
  if (lookupOf(exchange) === undefined || exchange.status !== 200) return undefined;
  return exchange.v2?.find(
    ({ asked, body }) => resourceIn(body) !== undefined && /^GET [^?]+\/\d+$/.test(asked),
  );
}

/** Returns the list in which a lookup finds its resource: the login in it is masked as the one that is looked up. */
const listOf = (rawAnswer: RawAnswer): RawAnswer => {
  const meta = { current_page: 1, last_page: 1, per_page: 1, from: 1, to: 1, total: 1 };
  return { ...rawAnswer, body: writeJson({ data: [resourceIn(rawAnswer.body) ?? null], meta }) };
};

/** Returns the recorded answer to a call. A lookup reads its list, where only one element belongs to this exchange. */
function answerTo(exchange: RecordedExchange, target: string): RawAnswer | undefined {
  const rawAnswer = findFoundResource(exchange);
  const [list = ''] = target.split('?', 1);
  if (rawAnswer?.asked.startsWith(`${list}/`) === true) return listOf(rawAnswer);
  return exchange.v2?.find((answer) => answer.asked === target);
}

/** Creates an upstream that answers from a recording: each exchange gets its recorded answers, and nothing else. */
export function createRecordedUpstream(exchanges: readonly RecordedExchange[]): Upstream {
  const exchangesById = new Map(
    exchanges.flatMap((exchange) => [
      [exchange.id, exchange] as const,
      [standInRequestId(exchange.id), exchange] as const,
    ]),
  );
  return ({ requestId, method, path }) => {
    const exchange = exchangesById.get(requestId);
    const rawAnswer = exchange && answerTo(exchange, `${method} ${path}`);
    // A call that was never recorded says nothing about v2; `unreachable` would.
    if (rawAnswer === undefined) return Promise.resolve(failure({ kind: 'cancelled', sent: false }));
    const { status, headers, body } = rawAnswer;
    return Promise.resolve(success({ status, headers, body: Buffer.from(body) }));
  };
}

const EPOCH = 'recorded';

/** Translates v2's recorded answers again, sends nothing, and returns the observations by their exchange. */
async function observeAgain(
  exchanges: readonly RecordedExchange[],
  played: PlayedSubject,
): Promise<ReadonlyMap<string, SeenPair>> {
  const player = createPlayer(createRecordedUpstream(exchanges), played);
  const { signal } = new AbortController();
  const services = { ...player, epoch: EPOCH, signal };
  const seenPairs = new Map<string, SeenPair>();
  for (const exchange of exchanges) {
    // Nothing checks the key; each lookup has a separate list.
    const outcome = await playExchange(exchange, { ...services, authorization: `Bearer ${exchange.id}` });
    if (typeof outcome === 'object' && outcome.outcome === 'compared') seenPairs.set(exchange.id, outcome);
  }
  return seenPairs;
}

/** Explains why an exchange is unknown under any mappings. Returns undefined when it can be compared. */
function whyUnknown(exchange: RecordedExchange): string | undefined {
  if (exchange.method !== 'GET') return 'a write is not sent again';
  if (hasSecret(exchange) && findFoundResource(exchange) === undefined)
    return 'it asked for a secret, which is not recorded';
  if (exchange.v2 !== undefined) return undefined;
  return 'no answer of v2 is recorded: `lifeboat replay FILE --against URL --pairs FILE` asks for it';
}

interface TriedUnder {
  readonly mappings: Pick<Mappings, 'operations' | 'wire'>;
  readonly rules: readonly IgnoreRule[];
}

/** Translates recorded answers of v2 under both mappings. Only exchanges that both can answer count. */
export async function compareRecordedAgain(
  exchanges: readonly RecordedExchange[],
  { mappings: old, rules: agreedNames }: TriedUnder,
  { mappings, rules }: TriedUnder,
  clock: Clock,
): Promise<PairsAgain> {
  const unknown = new Map<string, number>();
  const count = (why: string) => unknown.set(why, (unknown.get(why) ?? 0) + 1);
  const knownExchanges = exchanges.filter((exchange) => {
    const why = whyUnknown(exchange);
    if (why !== undefined) count(why);
    return why === undefined;
  });
  const oldOutcomes = await observeAgain(knownExchanges, { ...old, rules: agreedNames, clock });
  const newOutcomes = await observeAgain(knownExchanges, { ...mappings, rules, clock });
  const both = knownExchanges.filter(({ id }) => {
    if (!oldOutcomes.has(id)) count('v2 did not answer, or not all of it is recorded');
    else if (!newOutcomes.has(id)) count('the other mappings ask v2 for what is not recorded');
    return oldOutcomes.has(id) && newOutcomes.has(id);
  });
  const pairsUnder = (outcomes: typeof oldOutcomes): PairsAgain['before'] => {
    const observed = both.flatMap(({ id }) => outcomes.get(id) ?? []);
    return { epoch: EPOCH, observed, canAskAgain: false };
  };
  return { before: pairsUnder(oldOutcomes), after: pairsUnder(newOutcomes), unknown, unclear: 0 };
}
