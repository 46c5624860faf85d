import type { Clock } from '../../contract/clock';
import { Recent } from '../../contract/recent';
import { failure, success } from '../../contract/result';
import { readRetryAfter } from '../rateLimits';
import type { Refusal } from '../refusal';
import {
  endOfThrownReading,
  createScanLease,
  createScanShare,
  createWaitingRoom,
  type Reading,
  type ReadingParts,
  createPageReader,
  type ScanShare,
  type WaitEnd,
} from './indexReading';
import type { Question, ReadingReason } from './lookupQuestion';
import { lookAtHead, scanPartition } from './readPartition';

/** Returns milliseconds as seconds for a header, rounded up, at least 1. */
const secondsText = (milliseconds: number): string => String(Math.max(1, Math.ceil(milliseconds / 1000)));

type Pauses = ReturnType<typeof createPauses>;

/** Most partitions whose pause is remembered. */
const MAX_PAUSES = 10_000;

/** Remembers until when each partition must not be read. */
function createPauses(clock: Pick<Clock, 'now' | 'steady'>) {
  const until = new Recent<string, number>(MAX_PAUSES);
  return {
    /** Returns why a partition may not be read now. Returns undefined when it may. */
    pauseRefusal: (partition: string): Refusal | undefined => {
      const pause = (until.get(partition) ?? 0) - clock.steady();
      if (pause <= 0) return undefined;
      const headers = { 'retry-after': secondsText(pause) };
      return { code: 'rateLimited', headers, detail: 'index scan paused' };
    },
    /** Begins a pause if the refusal asks for one. Returns its length (ms). */
    beginPause: (partition: string, { code, headers }: Refusal): number => {
      if (code !== 'rateLimited') return 0;
      const pause = readRetryAfter(headers?.['retry-after'], clock.now());
      until.set(partition, clock.steady() + pause);
      return pause;
    },
  };
}

interface Scan extends Reading {
  /** The Authorization values with which the list is read. */
  readonly authorizations: string;
  readonly share: ScanShare;
  pages: number;
}

const authorizationsOf = ({ context }: ReadingReason): string =>
  context.caller.authorizations().toSorted().join();

/** Returns the refusal while a scan is under way: it says when to ask again. */
const refuseWhileIndexing = (remaining: number): Refusal => ({
  code: 'indexing',
  headers: { 'retry-after': secondsText(remaining) },
});

/** Reads the list of a partition. Ends as `exact` for a list of a single page, which shows one state of the list. */
async function runScan(
  readingParts: ReadingParts,
  runningScan: Scan,
  question: ReadingReason,
  freshMs: number,
): Promise<WaitEnd> {
  const { clock, store, report, pageBudget } = readingParts;
  const { lookup, indexPlace, context } = question;
  const { share } = runningScan;
  const reader = createPageReader(readingParts, question, runningScan);
  let last = 0;
  const outcome = await scanPartition({
    ...reader,
    partition: indexPlace.partition,
    store,
    now: clock.now,
    readPage: async (number) => {
      await share.waitForTurn();
      const began = clock.steady();
      runningScan.pages += 1;
      const page = await reader.readPage(lookup.index.query(number), number);
      if (!page.ok) return page;
      share.notePage(page.value, clock.steady() - began);
      ({ last } = page.value);
      return page;
    },
    freshMs,
    pageBudget,
  });
  if (runningScan.pages > 0) {
    const { code, detail } = outcome.ok ? { code: outcome.value, detail: undefined } : outcome.failure;
    const { fingerprint } = context.caller;
    const about = { index: lookup.index.name, caller: fingerprint, pages: runningScan.pages, outcome: code };
    const figures = await store.count(indexPlace.partition);
    report({ kind: 'scanEnded', ...about, ...figures, ...(detail === undefined ? {} : { detail }) });
  }
  return outcome.ok && last <= 1 && runningScan.pages === 1 ? success('exact') : outcome;
}

/** Creates the scans. Lookups wait for the one scan of their partition, which outlives them and resumes after a 429. */
function createScans(readingParts: ReadingParts, pauses: Pauses) {
  const { clock, freshMs } = readingParts;
  const runningScans = new Map<string, Scan>();
  const withLease = createScanLease(readingParts);

  const refuseWait = (question: ReadingReason, share: ScanShare, refusal: Refusal): Refusal => {
    const pause = pauses.beginPause(question.indexPlace.partition, refusal);
    if (pause > 0) clock.schedule(pause, () => startScan(question, freshMs));
    if (pause === 0 && refusal.code !== 'indexing') return refusal;
    const retryAfter = secondsText(pause > 0 ? pause : share.remainingTime());
    return { ...refusal, headers: { 'retry-after': retryAfter, ...refusal.headers } };
  };
  /** Starts the scan of a partition unless one is running, and returns it. */
  const startScan = (question: ReadingReason, age: number): Scan => {
    const { partition } = question.indexPlace;
    const runningScan = runningScans.get(partition);
    if (runningScan !== undefined) return runningScan;
    const share = createScanShare(clock);
    const room = createWaitingRoom(clock, () => refuseWhileIndexing(share.remainingTime()));
    const authorizations = authorizationsOf(question);
    const newScan: Scan = { room, share, authorizations, begun: false, pages: 0 };
    runningScans.set(partition, newScan);
    void withLease(partition, room, () => runScan(readingParts, newScan, question, age))
      .catch(endOfThrownReading)
      .then((outcome) => {
        runningScans.delete(partition);
        room.close(outcome.ok ? outcome : failure(refuseWait(question, share, outcome.failure)));
      });
    return newScan;
  };
  /** Waits for the scan of a partition, which starts if none is under way. */
  const waitForScan = async (question: ReadingReason, age: number): Promise<WaitEnd> => {
    const scan = startScan(question, age);
    const isInTime = !scan.begun;
    const settled = await scan.room.waitForKey(question);
    // The scan began with a key that is refused by now; this question may have another key.
    const isRefused = !settled.ok && settled.failure.code === 'unauthenticated';
    if (isRefused && scan.authorizations !== authorizationsOf(question)) return waitForScan(question, age);
    return settled.ok && settled.value === 'exact' && !isInTime ? success('complete') : settled;
  };
  return {
    /** Starts a scan unless it is under way, for an index older than this age (ms). Returns its probable time (ms). */
    ensureScan: (question: ReadingReason, age: number): number =>
      startScan(question, age).share.remainingTime(),
    isRunning: (partition: string): boolean => runningScans.has(partition),
    /** Starts a scan for an index older than this age (ms), and waits for it. */
    wait: waitForScan,
  };
}

interface Look extends Reading {
  ended: Promise<void>;
}

/** Time (ms) after which a client may ask again if a look takes too long. */
const LOOK_TIMEOUT_MS = 2_000;

/** Creates the looks at heads of lists. Each lookup waits for one that begins later, which lookups meanwhile share. */
function createLooks(
  readingParts: ReadingParts,
  pauses: Pauses,
  scans: ReturnType<typeof createScans>,
): (question: Question) => Promise<WaitEnd> {
  const latestLooks = new Map<string, Look>();

  const lookAt = async (look: Look, question: Question): Promise<WaitEnd> => {
    const { partition } = question.indexPlace;
    const refusal = pauses.pauseRefusal(partition);
    if (refusal !== undefined) return failure(refusal);
    const outcome = await lookAtHead({
      ...createPageReader(readingParts, question, look),
      partition,
      store: readingParts.store,
      index: question.lookup.index,
      isWanted: () => !look.room.isEmpty(),
    });
    if (!outcome.ok) {
      pauses.beginPause(partition, outcome.failure);
      return outcome;
    }
    return outcome.value === 'exact'
      ? success('exact')
      : failure(refuseWhileIndexing(scans.ensureScan(question, 0)));
  };

  return (question) => {
    const { partition } = question.indexPlace;
    const latestLook = latestLooks.get(partition);
    if (latestLook !== undefined && !latestLook.begun) return latestLook.room.waitForKey(question);
    const room = createWaitingRoom(readingParts.clock, () => refuseWhileIndexing(LOOK_TIMEOUT_MS));
    const nextLook: Look = { room, begun: false, ended: Promise.resolve() };
    const waitEnd = nextLook.room.waitForKey(question);
    const runLook = async (): Promise<void> => {
      await latestLook?.ended;
      const outcome = await lookAt(nextLook, question).catch(endOfThrownReading);
      if (latestLooks.get(partition) === nextLook) latestLooks.delete(partition);
      room.close(outcome);
    };
    latestLooks.set(partition, nextLook);
    nextLook.ended = runLook();
    return waitEnd;
  };
}

/** Prepares the scans of a gateway, and the pauses that scans and lookups keep. Reads nothing yet. */
export function createScanning(readingParts: ReadingParts) {
  const { clock, store, freshMs } = readingParts;
  const pauses = createPauses(clock);
  const scans = createScans(readingParts, pauses);
  const look = createLooks(readingParts, pauses, scans);
  /** Waits until the index answers for the present: reads the whole list if it was never read, then its head. */
  const settleIndex = async (question: Question): Promise<WaitEnd> => {
    const { partition } = question.indexPlace;
    const refusal = pauses.pauseRefusal(partition);
    if (refusal !== undefined) return failure(refusal);
    const { completeAt = null } = (await store.state(partition)) ?? {};
    if (completeAt === null) {
      const settled = await scans.wait(question, freshMs);
      if (!settled.ok || settled.value !== 'complete') return settled;
    } else if (Math.abs(clock.now() - completeAt) >= freshMs) scans.ensureScan(question, freshMs);
    return look(question);
  };
  return { scans, settle: settleIndex };
}
