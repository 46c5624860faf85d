import { after, failure, type Later, type Result, success } from '../../contract/result';
import { createScanning, indexing, type Scanning, type Scans } from './partitionScans';
import {
  bug,
  createWaitingRoom,
  handling,
  type Pauses,
  type Reading,
  type ReadingParts,
  scanPageReader,
  type WaitEnd,
  waitFor,
} from './indexReading';
import { lookAtHead } from './readPartition';
import type { IndexNames, LookupRequest, Question } from './lookupQuestion';
import { type Best, createReadBest, type ReadBest } from './readCandidates';
import type { Received } from '../receiveAnswer';
import type { Refusal } from '../refusal';
import { isHit } from './indexStore';

interface Look extends Reading {
  ended: Promise<void>;
}

/** Time (ms) after which to come again when a look takes too long. */
const LATE = 2_000;

/**
 * Makes lookups wait for a look at the head of their list that begins after they came: of all who come while one is
 * under way the next is one.
 */
function createLooks(
  parts: ReadingParts,
  pauses: Pauses,
  scans: Scans,
): (question: Question) => Promise<WaitEnd> {
  const latest = new Map<string, Look>();

  const look = async (under: Look, question: Question): Promise<WaitEnd> => {
    const { partition } = question.place;
    const refusal = pauses.of(partition);
    if (refusal !== undefined) return failure(refusal);
    const outcome = await lookAtHead({
      ...handling(parts, question, under),
      index: question.lookup.index,
      readPage: scanPageReader(parts, question, under),
      isWanted: () => !under.room.isEmpty(),
    });
    if (!outcome.ok) {
      pauses.after(partition, outcome.failure);
      return outcome;
    }
    return outcome.value === 'exact' ? success('exact') : failure(indexing(scans.start(question, 0)));
  };

  return (question) => {
    const { partition } = question.place;
    const last = latest.get(partition);
    if (last !== undefined && !last.begun) return waitFor(last, question);
    const room = createWaitingRoom(parts.clock, () => indexing(LATE));
    const under: Look = { room, begun: false, ended: Promise.resolve() };
    const settled = waitFor(under, question);
    const run = async (): Promise<void> => {
      await last?.ended;
      const outcome = await look(under, question).catch(bug);
      if (latest.get(partition) === under) latest.delete(partition);
      room.close(outcome);
    };
    latest.set(partition, under);
    under.ended = run();
    return settled;
  };
}

/** Finds the v2 resource that a v1 request asks for by another value than its id, and reads it. */
export type Find = (asked: LookupRequest) => Later<Result<Received, Refusal>>;

/** Times that one request follows the index to offers that prove to be others. */
const ROUNDS = 5;

function questionOf(asked: LookupRequest, names: IndexNames): Question {
  const { v2, lookup, direct, parameters, context } = asked;
  const login = parameters[lookup.by] ?? '';
  const partition = names.partition(lookup.index, context.caller.key);
  const place = { partition, key: names.key(partition, login) };
  return { v2, lookup, direct, parameters, context, place };
}

/** Waits until more is known: the whole list, then what stands first in it. */
function createSettle(
  parts: ReadingParts,
  { pauses, scans }: Scanning,
): (question: Question) => Promise<WaitEnd> {
  const { clock, store, freshMs } = parts;
  const look = createLooks(parts, pauses, scans);
  return async (question) => {
    const { partition } = question.place;
    const refusal = pauses.of(partition);
    if (refusal !== undefined) return failure(refusal);
    const { completeAt = null } = (await store.state(partition)) ?? {};
    if (completeAt === null) {
      const settled = await scans.wait(question);
      if (!settled.ok || settled.value !== 'complete') return settled;
    } else if (Math.abs(clock.now() - completeAt) >= freshMs) scans.start(question, freshMs);
    return look(question);
  };
}

/** True for what answers the lookup: a refusal, a listed offer, or any offer once the list is known to be as it is. */
const isFinal = (best: Best | undefined, isSettled: boolean): best is Exclude<Best, string> =>
  typeof best === 'object' && (!best.ok || best.value.item.preferred || isSettled);

/** True when the list names an offer also after a read that shows it otherwise: v2 will go on to contradict itself. */
const isContradicted = (found: 'matched' | 'complete' | 'exact', best: Best | undefined): boolean =>
  found === 'matched' && best !== undefined && best !== 'unknown';

/** v2 lists the offer and answers each read of it with a 404, round after round: a client cannot have it. */
const neverSettled = (best: Best | undefined): Result<never, Refusal> =>
  failure(
    best === 'unknown' ? { code: 'notFound' } : { code: 'listChanging', headers: { 'retry-after': '1' } },
  );

/**
 * Lookups by a declared index. A listed offer that is known is one read with the caller's own key, verified against
 * what was asked. Everything else, a login that is not known above all, is answered only by an index that is as v2 was
 * after the request came: a client that looks up, hears 404 and creates must never make a second offer.
 */
export function createLookup(parts: ReadingParts, scanning = createScanning(parts)): Find {
  const { upstream, store, names } = parts;
  const settle = createSettle(parts, scanning);

  const goOn = async (
    question: Question,
    readBest: ReadBest,
    first: { readonly best: Best | undefined },
  ): Promise<Result<Received, Refusal>> => {
    const { partition, key } = question.place;
    let { best } = first;
    let isContrary = false;
    for (let round = 1; ; round += 1) {
      const settled = await settle(question);
      if (!settled.ok) return settled;
      const isExact = settled.value === 'exact';
      isContrary ||= isContradicted(settled.value, best);
      if (round === ROUNDS) return neverSettled(best);
      const isSettled = isExact || isContrary;
      const found = await store.find(partition, key);
      best = isHit(found) ? await readBest(found.candidates, isSettled) : undefined;
      if (isFinal(best, isSettled)) return best;
      if (isExact && found.candidates.length === 0) return failure({ code: 'notFound' });
    }
  };

  return (asked) => {
    const question = questionOf(asked, names);
    const readBest = createReadBest(upstream, store, names, question);
    const { partition, key } = question.place;
    return after(store.find(partition, key), (found): Later<Result<Received, Refusal>> => {
      if (!isHit(found)) return goOn(question, readBest, { best: undefined });
      return after(readBest(found.candidates, false), (best) =>
        isFinal(best, false) ? best : goOn(question, readBest, { best }),
      );
    });
  };
}
