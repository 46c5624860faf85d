import { type CutoverSubject, type Evidence, noEvidence, STANDARD_WINDOW, sumOfEvidence } from './evidence';
import type { CutoverStore } from '../cutoverStore';
import { type ComparedAt, DailyEvidence, type EvidenceCounter, type Observation } from './dailyEvidence';
import type { OperationTraffic, Served } from './traffic';
import { type WriteEvidence, createFormerEvidence, saveChanged } from './unsavedEvidence';

/** Collects the evidence of all resources from the edge and the comparison, each within its current epoch. */
export interface EvidenceRegistry {
  readonly observe: (resource: string, observation: Observation) => void;
  /** Counts the end of a request at an instant (clock ms); `stageSince` is the start of its stage. */
  readonly count: (served: Served, stageSince: number, at: number) => OperationTraffic;
  /** Returns the evidence within the window. */
  readonly of: (resource: string) => Evidence;
  /** Returns the evidence since the epoch began. */
  readonly ofAllTime: (resource: string) => Evidence;
  /** Returns the evidence since midnight, UTC. */
  readonly ofToday: (resource: string) => Evidence;
  /** Replaces the comparisons of a resource; its served requests stay. */
  readonly recount: (resource: string, comparisons: readonly ComparedAt[]) => void;
  /**
   * Saves and discards the evidence of each resource with a changed epoch, then loads the stored evidence of the new
   * one. Rejects if the store fails; then that resource is not saved before the next successful call.
   */
  readonly open: (resources: CutoverSubject['resources']) => Promise<void>;
  /** Saves changes since the last call. Rejects if the store fails. */
  readonly save: (write: WriteEvidence) => Promise<void>;
  /** Loads the stored evidence of the current epochs; the returned function replaces the evidence in memory by it. */
  readonly load: () => Promise<() => void>;
  /** Marks all evidence as changed, because the store may have been replaced. */
  readonly keepAnew: () => void;
}

const sumOf = ([firstEvidence, ...otherDays]: readonly Evidence[], now: number): Evidence =>
  firstEvidence === undefined ? noEvidence(now) : sumOfEvidence([firstEvidence, ...otherDays]);

const loadEach = (store: Pick<CutoverStore, 'loadEvidence'>, epochs: ReadonlyMap<string, string>) =>
  Promise.all(
    Array.from(
      epochs,
      async ([name, epoch]) => [name, epoch, await store.loadEvidence(name, epoch)] as const,
    ),
  );

/** Creates the evidence of resources by days, within a window that ends now. */
function createDays(now: () => number, window: number) {
  const resources = new Map<string, DailyEvidence>();
  const changed = new Set<string>();
  const begin = (): number => now() - window;
  const of = (resource: string): DailyEvidence => {
    const days = resources.get(resource) ?? new DailyEvidence();
    resources.set(resource, days);
    return days;
  };
  const today = (resource: string, at: number): EvidenceCounter => {
    changed.add(resource);
    return of(resource).on(at, at - window);
  };
  return {
    resources,
    changed,
    of,
    observing: {
      observe: (resource, observation) => today(resource, now()).observe(observation),
      count: (served, stageSince, at) => today(served.resource, at).count(served, stageSince, at),
      of: (resource) => sumOf(of(resource).from(begin()), now()),
      ofAllTime: (resource) => sumOf(of(resource).all(), now()),
      ofToday: (resource) => sumOf(of(resource).from(now()), now()),
      recount: (resource, comparisons) => {
        changed.add(resource);
        resources.set(resource, of(resource).recounted(comparisons, begin()));
      },
      keepAnew: () => {
        for (const resource of resources.keys()) changed.add(resource);
      },
    } satisfies Partial<EvidenceRegistry>,
  };
}

/** Creates an empty registry; `window` is the length of the evidence window, ms. */
export function createEvidenceRegistry(
  store: Pick<CutoverStore, 'loadEvidence' | 'saveEvidence'>,
  now: () => number,
  window: number = STANDARD_WINDOW,
): EvidenceRegistry {
  const { resources, changed, of: daysOf, observing } = createDays(now, window);
  const epochs = new Map<string, string>();
  /** Resources whose stored evidence is completely loaded. */
  const wholeResources = new Set<string>();
  const former = createFormerEvidence(store);

  const beginAnew = (resource: string, epoch: string): void => {
    const epochBefore = epochs.get(resource);
    const isUnsaved = wholeResources.has(resource) && changed.has(resource);
    if (epochBefore !== undefined && isUnsaved) former.add(resource, epochBefore, daysOf(resource).all());
    if (epochBefore !== undefined) resources.delete(resource);
    epochs.set(resource, epoch);
    for (const knownSet of [wholeResources, changed]) knownSet.delete(resource);
  };
  const openOne = async (resource: string, epoch: string): Promise<void> => {
    // A concurrent call may have opened it meanwhile, or started a different epoch.
    const isOpened = (): boolean => wholeResources.has(resource) || epochs.get(resource) !== epoch;
    const saved = isOpened() ? undefined : await store.loadEvidence(resource, epoch);
    if (isOpened()) return;
    if (saved !== undefined) resources.set(resource, new DailyEvidence(saved));
    wholeResources.add(resource);
  };
  return {
    ...observing,
    open: async (wanted) => {
      for (const { name, epoch } of wanted) if (epochs.get(name) !== epoch) beginAnew(name, epoch);
      await former.save();
      for (const { name, epoch } of wanted) await openOne(name, epoch);
    },
    load: async () => {
      const loaded = await loadEach(store, epochs);
      return () => {
        for (const [name, epoch, saved] of loaded) {
          if (epochs.get(name) !== epoch) continue;
          resources.set(name, new DailyEvidence(saved));
          wholeResources.add(name);
          changed.delete(name);
        }
      };
    },
    save: async (write) => {
      // Nothing is awaited before, so that exactly the counts at the moment of the call are stored.
      await saveChanged({ epochs, whole: wholeResources, changed, daysOf }, write);
      await former.save();
    },
  };
}
