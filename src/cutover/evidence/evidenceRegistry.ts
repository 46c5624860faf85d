import { DAY_MS, HOUR_MS } from '../../contract/clock';
import { addToCount } from '../../contract/recent';
import { type Counters, type CounterRow, STANDARD_WINDOW_MS } from '../counters';
import { ALL_CALLERS } from './countedClients';
import { type ComparedAt, countName, DailyComparisons, type Observation } from './dailyEvidence';
import {
  addSumsRow,
  evidenceBucketAt,
  EVIDENCE_SECONDS,
  addSums,
  newEvidenceEntry,
  newSums,
  removeBuckets,
  restoreTraffic,
  sliceAt,
  SLICE_SECONDS,
  sliceRows,
  sumsRows,
} from './evidenceRows';
import {
  countSlice,
  countTraffic,
  addSlice,
  emptyTraffic,
  type OperationTraffic,
  type ServedRequest,
  type Traffic,
} from './traffic';
import { settledMidnight } from './usage';

/** Resources to move, with the epoch of their evidence. */
export interface CutoverSubject {
  readonly resources: readonly {
    readonly name: string;
    readonly operations: readonly string[];
    /** Identifies the conditions of its evidence: mapping, agreed differences, version of the gateway. */
    readonly epoch: string;
  }[];
}

/** Evidence about one resource within one epoch, collected by the comparison and the edge. */
export type Evidence = Readonly<ReturnType<EvidenceRegistry['evidenceOf']>>;

/** Maximum number of former epochs whose evidence stays in memory. */
const MAX_FORMER_EPOCHS = 50;

/** Collects the evidence of all resources from the edge and the comparison, each within its current epoch. */
export class EvidenceRegistry {
  readonly #epochs = new Map<string, string>();
  readonly #entries = new Map<string, ReturnType<typeof newEvidenceEntry>>();
  #readTo = -Infinity;

  constructor(
    private readonly now: () => number,
    private readonly window: number = STANDARD_WINDOW_MS,
  ) {}

  #entryOf(resource: string, epoch = this.#epochs.get(resource) ?? '') {
    const key = `${resource} ${epoch}`;
    const entry = this.#entries.get(key) ?? newEvidenceEntry(this.window);
    this.#entries.set(key, entry);
    return entry;
  }

  observe(resource: string, observation: Observation): void {
    const entry = this.#entryOf(resource);
    if (observation.kind === 'compared') {
      entry.comparisons.add({ ...observation, at: this.now() });
      return;
    }
    const { operation, compared, tooCostly } = observation;
    const own = (entry.own ??= newSums(this.now()));
    addToCount(own.attempted, operation, compared + tooCostly);
    addToCount(own.tooCostly, operation, tooCostly);
  }

  /** Replaces the comparisons of a resource. Its served requests stay. */
  replaceComparisons(resource: string, comparisons: readonly ComparedAt[]): void {
    const entry = this.#entryOf(resource);
    entry.comparisons = new DailyComparisons(this.window);
    for (const comparison of comparisons) entry.comparisons.add(comparison);
  }

  /**
   * Counts the end of a request of this process, or of another whose counts are in the store, at an instant (clock ms).
   * `stageSince` is the start of its stage.
   */
  countRequest(request: ServedRequest, stageSince: number, at: number, isOwn = true): OperationTraffic {
    const { resource, operation, caller } = request;
    const entry = this.#entryOf(resource);
    const traffic = entry.traffic.get(operation) ?? emptyTraffic();
    entry.traffic.set(operation, traffic);
    countTraffic(traffic, request, stageSince, at);
    if (isOwn) {
      countName((entry.own ??= newSums(at)).callers, caller);
      countSlice(sliceAt(entry.slices, operation, at), request);
    }
    return traffic;
  }

  /** Returns the latest requests of a resource by operation. */
  trafficOf(resource: string): Traffic {
    return this.#entryOf(resource).traffic;
  }

  /** Returns the evidence within the window. */
  evidenceOf(resource: string) {
    const begin = this.now() - this.window;
    const { comparisons, buckets, own, slices, traffic } = this.#entryOf(resource);
    const { callers: comparedCallers, ...compared } = comparisons.sumFrom(begin);
    const sum = newSums(0);
    const counted = [...buckets].filter(([at]) => at >= begin - (begin % DAY_MS)).map(([, sums]) => sums);
    if (own !== undefined && own.since >= begin) {
      counted.push(own);
      for (const slice of [...slices.values()].flat()) addSlice(sum.slice, slice);
    }
    for (const sums of counted) addSums(sum, sums);
    const { slice, callers, attempted, tooCostly } = sum;
    const since = Math.min(compared.since, ...counted.map((sums) => sums.since));
    const ends = { accepted: slice.v2Accepted, declined: slice.v2Declined };
    const writes = Object.entries({ ...ends, limited: slice.limited, barred: slice.barred });
    return {
      /** Numbers of compared requests, de-duplicated: all, differing, and by operation and signature. */
      ...compared,
      /** Start of its collection, clock ms. */
      since: since === Infinity ? this.now() : since,
      /** Requests that a side has answered; errors are those that ended in a 5xx, without an answer, or were rescued. */
      v1: { requests: slice.v1, errors: slice.v1Failed, latency: slice.latency.v1 },
      v2: { requests: slice.v2, errors: slice.v2Failed, latency: slice.latency.v2 },
      /** Comparisons by operation that were made or given up as too costly, and those given up; not de-duplicated. */
      attempted,
      tooCostly,
      /** Writes to v2, by `WriteEnd`. */
      v2Writes: new Map(writes.filter(([, count]) => count > 0)),
      /** Counts of the latest requests by operation, on which moves back and alarms are based. */
      traffic,
      /** Requests served and compared, by caller (fingerprint). */
      callers: new Map(
        [...new Set([...callers.keys(), ...comparedCallers.keys()])].map((caller) => [
          caller,
          { served: callers.get(caller) ?? 0, compared: comparedCallers.get(caller) ?? 0 },
        ]),
      ),
    };
  }

  /** Returns the numbers of comparisons since the day of an instant (clock ms). */
  comparisonsSince(resource: string, begin: number): Pick<Evidence, 'compared' | 'differing'> {
    return this.#entryOf(resource).comparisons.sumFrom(begin);
  }

  /** Takes the counts of this process that are to be stored, and goes on to count them as stored. */
  takeRows(): readonly CounterRow[] {
    return [...this.#entries].flatMap(([key, entry]) => {
      const [resource = '', program = ''] = key.split(' ');
      const { slices, own, buckets } = entry;
      if (own === undefined) return [];
      const bucketAt = evidenceBucketAt(own.since);
      const common = { resource, program, outcome: 'answered', latest: this.now() } as const;
      const ofSlices = [...slices].flatMap(([operation, all]) =>
        all.flatMap((slice) => {
          addSlice(own.slice, slice);
          const bucket = { bucketAt: slice.at, bucketSeconds: SLICE_SECONDS, caller: ALL_CALLERS, operation };
          return sliceRows(slice).map((counted) => ({ ...common, ...bucket, ...counted }));
        }),
      );
      const bucket = { ...common, bucketAt, bucketSeconds: EVIDENCE_SECONDS };
      const ofEvidence = sumsRows(own).map((counted) => ({ ...bucket, ...counted }));
      const sums = buckets.get(bucketAt) ?? newSums(own.since);
      buckets.set(bucketAt, sums);
      addSums(sums, own);
      entry.own = undefined;
      entry.slices = new Map();
      return [...ofSlices, ...ofEvidence];
    });
  }

  /** Reads the counts of all processes; those of settled days once a day. Rejects if the store fails. */
  readCounts({ readAtRest }: Pick<Counters, 'readAtRest'>, readsAll = false): Promise<void> {
    return readAtRest(async (sums, waiting) => {
      const settled = settledMidnight(this.now());
      const isSettled = !readsAll && this.#readTo === settled;
      const from = isSettled ? settled : settled - this.window - DAY_MS;
      const window = { from, to: Number.MAX_SAFE_INTEGER, bucketSeconds: EVIDENCE_SECONDS };
      const columns = ['bucketAt', 'resource', 'program', 'caller', 'operation', 'side', 'trait'] as const;
      const storedSums = await sums(window, columns);
      // Nothing is awaited from here on, so that later counts are added to these.
      const begun = removeBuckets(this.#entries, from < settled ? 0 : from);
      const waitingRows = waiting().filter(
        ({ bucketSeconds, bucketAt }) => bucketSeconds === EVIDENCE_SECONDS && bucketAt >= from,
      );
      for (const row of [...storedSums, ...waitingRows]) {
        const { resource, program, bucketAt } = row;
        const key = `${resource} ${program}`;
        const buckets = this.#entries.get(key)?.buckets;
        const bucket = buckets?.get(bucketAt) ?? newSums(begun.get(`${key} ${bucketAt}`) ?? bucketAt);
        buckets?.set(bucketAt, bucket);
        addSumsRow(bucket, row);
      }
      this.#readTo = settled;
    });
  }

  /** Drops the oldest evidence of former epochs beyond their maximum. What is present is never dropped. */
  #dropFormer(): void {
    const present = new Set([...this.#epochs].map(([name, epoch]) => `${name} ${epoch}`));
    const former = [...this.#entries].filter(([key, { own }]) => own === undefined && !present.has(key));
    for (const [key] of former.slice(0, -MAX_FORMER_EPOCHS)) this.#entries.delete(key);
  }

  /**
   * Starts the evidence of each resource with a changed epoch, and loads the counts of the new one. Rejects if the
   * store fails. A repeated call loads the rest.
   */
  async openEpochs(
    wantedResources: CutoverSubject['resources'],
    counters: Pick<Counters, 'readAtRest'>,
    sinceOf: (resource: string) => number,
  ): Promise<void> {
    for (const { name, epoch } of wantedResources) this.#epochs.set(name, epoch);
    this.#dropFormer();
    const fresh = wantedResources.filter(({ name, epoch }) => !this.#entryOf(name, epoch).isWhole);
    if (fresh.length === 0) return;
    await this.readCounts(counters, true); // the new entries have none of the settled days
    await counters.readAtRest(async (sums) => {
      const window = { from: this.now() - HOUR_MS, to: Number.MAX_SAFE_INTEGER };
      const columns = ['bucketAt', 'resource', 'program', 'operation', 'side', 'trait'] as const;
      const rows = await sums({ ...window, bucketSeconds: SLICE_SECONDS }, columns);
      for (const { name, epoch } of fresh) {
        const entry = this.#entryOf(name, epoch);
        const its = rows.filter(({ resource, program }) => resource === name && program === epoch);
        for (const operation of new Set(its.map((row) => row.operation))) {
          // Requests meanwhile have begun the counts already.
          if (entry.isWhole || entry.traffic.has(operation)) continue;
          const counted = its.filter((row) => row.operation === operation);
          entry.traffic.set(operation, restoreTraffic(counted, sinceOf(name)));
        }
        entry.isWhole = true;
      }
    });
  }
}
