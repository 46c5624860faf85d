import { failure, success } from '../../contract/result';
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
import type { Question } from './lookupQuestion';
import { indexing, type Scanning, type Scans } from './partitionScans';
import { lookAtHead } from './readPartition';

interface Look extends Reading {
  ended: Promise<void>;
}

/** Time (ms) after which a client may ask again if a look takes too long. */
const LOOK_TIMEOUT_MS = 2_000;

/**
 * Makes each lookup wait for a look at the head of its list that begins after the lookup came. All lookups that come
 * while one look is under way share the next look.
 */
function createLooks(
  readingParts: ReadingParts,
  pauses: Pauses,
  scans: Scans,
): (question: Question) => Promise<WaitEnd> {
  const latestLooks = new Map<string, Look>();

  const look = async (under: Look, question: Question): Promise<WaitEnd> => {
    const { partition } = question.indexPlace;
    const refusal = pauses.of(partition);
    if (refusal !== undefined) return failure(refusal);
    const outcome = await lookAtHead({
      ...handling(readingParts, question, under),
      index: question.lookup.index,
      readPage: scanPageReader(readingParts, question, under),
      isWanted: () => !under.room.isEmpty(),
    });
    if (!outcome.ok) {
      pauses.after(partition, outcome.failure);
      return outcome;
    }
    return outcome.value === 'exact' ? success('exact') : failure(indexing(scans.start(question, 0)));
  };

  return (question) => {
    const { partition } = question.indexPlace;
    const last = latestLooks.get(partition);
    if (last !== undefined && !last.begun) return waitFor(last, question);
    const room = createWaitingRoom(readingParts.clock, () => indexing(LOOK_TIMEOUT_MS));
    const under: Look = { room, begun: false, ended: Promise.resolve() };
    const settled = waitFor(under, question);
    const run = async (): Promise<void> => {
      await last?.ended;
      const outcome = await look(under, question).catch(bug);
      if (latestLooks.get(partition) === under) latestLooks.delete(partition);
      room.close(outcome);
    };
    latestLooks.set(partition, under);
    under.ended = run();
    return settled;
  };
}

/** Waits until the index answers for the present: reads the whole list if it was never read, then looks at its head. */
export function createSettle(
  readingParts: ReadingParts,
  { pauses, scans }: Scanning,
): (question: Question) => Promise<WaitEnd> {
  const { clock, store, freshMs } = readingParts;
  const look = createLooks(readingParts, pauses, scans);
  return async (question) => {
    const { partition } = question.indexPlace;
    const refusal = pauses.of(partition);
    if (refusal !== undefined) return failure(refusal);
    const { completeAt = null } = (await store.state(partition)) ?? {};
    if (completeAt === null) {
      const settled = await scans.wait(question, freshMs);
      if (!settled.ok || settled.value !== 'complete') return settled;
    } else if (Math.abs(clock.now() - completeAt) >= freshMs) scans.start(question, freshMs);
    return look(question);
  };
}
