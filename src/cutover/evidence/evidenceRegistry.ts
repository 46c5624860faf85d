import { type CutoverSubject, type Evidence, noEvidence, STANDARD_WINDOW, sumOfEvidence } from './evidence';
import type { Counts, CutoverStore } from '../cutoverStore';
import { type ComparedAt, DailyEvidence, type EvidenceCounter, type Observation } from './dailyEvidence';
import type { OperationTraffic, Served } from './traffic';

/** Collects the evidence of all resources from the edge and the comparison, each within its current epoch. */
export type EvidenceRegistry = ReturnType<typeof createEvidenceRegistry>;

type EvidenceStore = Pick<CutoverStore, 'loadEvidence' | 'saveEvidence'>;

const sumOf = ([firstEvidence, ...otherDays]: readonly Evidence[], now: number): Evidence =>
  firstEvidence === undefined ? noEvidence(now) : sumOfEvidence([firstEvidence, ...otherDays]);

/** Keeps the evidence of former epochs until it is stored, so that a restored mapping finds it again. */
function createFormerEvidence({ saveEvidence }: EvidenceStore) {
  const all = new Map<string, Parameters<typeof saveEvidence>>();
  return {
    add: (...evidence: Parameters<typeof saveEvidence>): void => {
      all.set(`${evidence[0]} ${evidence[1]}`, evidence);
    },
    save: async (): Promise<void> => {
      for (const [key, evidence] of [...all]) {
        await saveEvidence(...evidence);
        if (all.get(key) === evidence) all.delete(key);
      }
    },
  };
}

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
      observe: (resource: string, observation: Observation): void =>
        today(resource, now()).observe(observation),
      /** Counts the end of a request at an instant (clock ms); `stageSince` is the start of its stage. */
      count: (served: Served, stageSince: number, at: number): OperationTraffic =>
        today(served.resource, at).count(served, stageSince, at),
      /** Returns the evidence within the window. */
      of: (resource: string): Evidence => sumOf(of(resource).from(begin()), now()),
      /** Returns the evidence since the epoch began. */
      ofAllTime: (resource: string): Evidence => sumOf(of(resource).all(), now()),
      /** Returns the evidence since midnight, UTC. */
      ofToday: (resource: string): Evidence => sumOf(of(resource).from(now()), now()),
      /** Replaces the comparisons of a resource; its served requests stay. */
      recount: (resource: string, comparisons: readonly ComparedAt[]): void => {
        changed.add(resource);
        resources.set(resource, of(resource).recounted(comparisons, begin()));
      },
      /** Marks all evidence as changed, because the store may have been replaced. */
      keepAnew: (): void => {
        for (const resource of resources.keys()) changed.add(resource);
      },
    },
  };
}

/** Creates an empty registry; `window` is the length of the evidence window, ms. */
export function createEvidenceRegistry(
  store: EvidenceStore,
  now: () => number,
  window: number = STANDARD_WINDOW,
) {
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
  /** Takes the evidence that has changed since the last call. */
  const takeChanged = (): Counts['evidence'] =>
    [...changed].flatMap((resource) => {
      const epoch = epochs.get(resource);
      if (epoch === undefined || !wholeResources.has(resource) || !changed.delete(resource)) return [];
      return [[resource, epoch, daysOf(resource).all()] as const];
    });
  return {
    ...observing,
    /**
     * Saves and discards the evidence of each resource with a changed epoch, then loads the stored evidence of the new
     * one. Rejects if the store fails; then that resource is not saved before the next successful call.
     */
    open: async (wanted: CutoverSubject['resources']): Promise<void> => {
      for (const { name, epoch } of wanted) if (epochs.get(name) !== epoch) beginAnew(name, epoch);
      await former.save();
      for (const { name, epoch } of wanted) await openOne(name, epoch);
    },
    /** Loads the stored evidence of the current epochs; the returned function replaces the evidence in memory by it. */
    load: async (): Promise<() => void> => {
      const loaded = await Promise.all(
        Array.from(epochs, async (entry) => [...entry, await store.loadEvidence(...entry)] as const),
      );
      return () => {
        for (const [name, epoch, saved] of loaded) {
          if (epochs.get(name) !== epoch) continue;
          resources.set(name, new DailyEvidence(saved));
          wholeResources.add(name);
          changed.delete(name);
        }
      };
    },
    /** Saves changes since the last call. Rejects if the store fails; then they are changes still. */
    save: async (write: (all: Counts['evidence']) => Promise<unknown>): Promise<void> => {
      // Nothing is awaited before, so that exactly the counts at the moment of the call are stored.
      const taken = takeChanged();
      await write(taken).catch((error: unknown) => {
        for (const [resource] of taken) changed.add(resource);
        throw error;
      });
      await former.save();
    },
  };
}
