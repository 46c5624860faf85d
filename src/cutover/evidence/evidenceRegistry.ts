import { type CutoverSubject, type Evidence, noEvidence, STANDARD_WINDOW, sumOfEvidence } from './evidence';
import type { CutoverStore } from '../cutoverStore';
import { type ComparedAt, DailyEvidence, type EvidenceCounter, type Observation } from './dailyEvidence';
import type { OperationTraffic, Served } from './traffic';

/** The evidence of all resources, each within its current epoch: where the edge and the comparison put what they see. */
export interface EvidenceRegistry {
  readonly observe: (resource: string, observation: Observation) => void;
  /** Counts how a request ended; `stageSince` is since when its stage holds. */
  readonly count: (served: Served, stageSince: number) => OperationTraffic;
  /** What was seen within the window. */
  readonly of: (resource: string) => Evidence;
  /** What was seen since the epoch began. */
  readonly ofAllTime: (resource: string) => Evidence;
  /** What was seen since midnight, UTC. */
  readonly ofToday: (resource: string) => Evidence;
  /** Puts other comparisons in the place of those so far; what was served stays. */
  readonly recount: (resource: string, comparisons: readonly ComparedAt[]) => void;
  /**
   * Begins anew at once for each resource whose epoch is another, and goes on with what the store holds of it. Rejects
   * when the store fails; then nothing of it is kept before it is opened once more.
   */
  readonly open: (resources: CutoverSubject['resources']) => Promise<void>;
  /** Keeps what has changed since the last time. Rejects when the store fails. */
  readonly save: () => Promise<void>;
  /** All of it is to be kept again: the store may be another one. */
  readonly keepAnew: () => void;
}

const sumOf = ([first, ...others]: readonly Evidence[], now: number): Evidence =>
  first === undefined ? noEvidence(now) : sumOfEvidence([first, ...others]);

/** An empty book; `window` is how far a look reaches back, ms. */
export function createEvidenceRegistry(
  store: Pick<CutoverStore, 'loadEvidence' | 'saveEvidence'>,
  now: () => number,
  window: number = STANDARD_WINDOW,
): EvidenceRegistry {
  const resources = new Map<string, DailyEvidence>();
  const epochs = new Map<string, string>();
  /** The resources of whose evidence everything that is kept is known. */
  const whole = new Set<string>();
  const changed = new Set<string>();

  const begin = (): number => now() - window;
  const daysOf = (resource: string): DailyEvidence => {
    const days = resources.get(resource) ?? new DailyEvidence();
    resources.set(resource, days);
    return days;
  };
  const today = (resource: string): EvidenceCounter => {
    changed.add(resource);
    return daysOf(resource).on(now(), begin());
  };
  const beginAnew = (resource: string, epoch: string): void => {
    if (epochs.has(resource)) resources.delete(resource);
    epochs.set(resource, epoch);
    for (const known of [whole, changed]) known.delete(resource);
  };
  const openOne = async (resource: string, epoch: string): Promise<void> => {
    // Someone else may have opened it meanwhile, or begun another epoch.
    const isOpened = (): boolean => whole.has(resource) || epochs.get(resource) !== epoch;
    const saved = isOpened() ? undefined : await store.loadEvidence(resource, epoch);
    if (isOpened()) return;
    if (saved !== undefined) resources.set(resource, new DailyEvidence(saved));
    whole.add(resource);
  };
  return {
    observe: (resource, observation) => today(resource).observe(observation),
    count: (served, stageSince) => today(served.resource).count(served, stageSince, now()),
    of: (resource) => sumOf(daysOf(resource).from(begin()), now()),
    ofAllTime: (resource) => sumOf(daysOf(resource).all(), now()),
    ofToday: (resource) => sumOf(daysOf(resource).from(now()), now()),
    recount: (resource, comparisons) => {
      changed.add(resource);
      resources.set(resource, daysOf(resource).recounted(comparisons, begin()));
    },
    open: async (wanted) => {
      for (const { name, epoch } of wanted) if (epochs.get(name) !== epoch) beginAnew(name, epoch);
      for (const { name, epoch } of wanted) await openOne(name, epoch);
    },
    keepAnew: () => {
      for (const resource of resources.keys()) changed.add(resource);
    },
    save: async () => {
      for (const resource of [...changed]) {
        const epoch = epochs.get(resource);
        if (epoch === undefined || !whole.has(resource) || !changed.delete(resource)) continue;
        await store.saveEvidence(resource, epoch, daysOf(resource).all()).catch((error: unknown) => {
          changed.add(resource);
          throw error;
        });
      }
    },
  };
}
