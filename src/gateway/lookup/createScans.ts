import { LRUCache } from 'lru-cache';
import { failure } from '../../translation/result';
import type { Errand } from '../callUpstream';
import type { Clock } from '../clock';
import { describeThrow } from '../describeThrow';
import type { Report } from '../event';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';
import type { IndexNames } from './indexNames';
import type { IndexStore } from './indexStore';
import type { Question } from './question';
import { readItems } from './readItems';
import { readPage } from './readPage';
import { readRetryAfter } from './readRetryAfter';
import { scanPartition } from './scanPartition';
import { createWaitingRoom, type Settled, type WaitingRoom } from './waitingRoom';

/** What scans are made with. */
export interface ScanParts {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly store: IndexStore;
  readonly names: IndexNames;
  readonly report: Report;
  /** Most time (ms) for one page. */
  readonly pageMs: number;
  readonly freshMs: number;
  readonly pageBudget: number;
}

/** Partitions whose pause is remembered. */
const MAXIMUM_PAUSES = 10_000;

const inSeconds = (milliseconds: number) => String(Math.ceil(milliseconds / 1000));

/** Reads the list of a partition on behalf of one of the waiting requests. */
async function scan(parts: ScanParts, room: WaitingRoom, question: Question): Promise<Settled> {
  const { upstream, clock, store, names, report, pageMs, freshMs, pageBudget } = parts;
  const { lookup, place } = question;
  const { caller, requestId, count, watch } = question.errand;
  const { partition } = place;
  let pages = 0;
  const outcome = await scanPartition({
    partition,
    store,
    now: clock.now,
    readPage: (page) => {
      pages += 1;
      // Not the request's own deadline and client: the scan goes on without them.
      const errand: Errand = { caller, requestId, count, watch, deadlineAt: clock.steady() + pageMs };
      return readPage(upstream, errand, lookup.index, page);
    },
    readItems: (page) => readItems(page, lookup.index, partition, names),
    found: (entries) => {
      for (const { key, preferred } of entries) if (key !== null && preferred) room.matched(key);
    },
    freshMs,
    pageBudget,
  });
  if (pages > 0) {
    const { code, detail } = outcome.ok ? { code: outcome.value, detail: undefined } : outcome.failure;
    const about = { index: lookup.index.name, caller: caller.fingerprint, pages, outcome: code };
    const figures = await store.count(partition);
    report({ kind: 'scanEnded', ...about, ...figures, ...(detail === undefined ? {} : { detail }) });
  }
  return outcome;
}

/**
 * Makes lookups wait for the one scan of their partition: whoever comes first starts it, and it outlives them. After
 * an upstream 429 the partition pauses, and so does everyone who would need its scan.
 */
export function createScans(parts: ScanParts): (question: Question) => Promise<Settled> {
  const { clock } = parts;
  const running = new Map<string, WaitingRoom>();
  const pausedUntil = new LRUCache<string, number>({ max: MAXIMUM_PAUSES });

  const pauseAfter = (partition: string, refusal: Refusal): Refusal => {
    if (refusal.code !== 'rateLimited') return refusal;
    const pause = readRetryAfter(refusal.headers?.['retry-after'], clock.now());
    pausedUntil.set(partition, clock.steady() + pause);
    return { ...refusal, headers: { 'retry-after': inSeconds(pause), ...refusal.headers } };
  };

  const run = async (room: WaitingRoom, question: Question): Promise<void> => {
    const { partition } = question.place;
    const outcome = await scan(parts, room, question).catch((thrown: unknown) =>
      failure({ code: 'internal', detail: describeThrow(thrown) } as const),
    );
    running.delete(partition);
    room.close(outcome.ok ? outcome : failure(pauseAfter(partition, outcome.failure)));
  };

  return (question) => {
    const { place, errand } = question;
    const pause = (pausedUntil.get(place.partition) ?? 0) - clock.steady();
    if (pause > 0) {
      const headers = { 'retry-after': inSeconds(pause) };
      return Promise.resolve(failure({ code: 'rateLimited', headers, detail: 'index scan paused' }));
    }
    const known = running.get(place.partition);
    const room = known ?? createWaitingRoom(clock);
    const settled = room.wait({ key: place.key, deadlineAt: errand.deadlineAt, gone: errand.gone });
    if (known === undefined) {
      running.set(place.partition, room);
      void run(room, question);
    }
    return settled;
  };
}
