import type { Resolution } from '../comparison/judge/judgedEvidence';
import type { ComparisonStore } from '../comparison/keep/comparisonStore';
import type { Outcome } from '../comparison/keep/comparisonAccounts';
import { type Observed, readObserved, writeObserved } from '../comparison/keep/observed';
import { sample as sampleSchema } from '../comparison/keep/keptSample';
import { comparisonMigrations, type ComparisonTables, createComparisonRows } from './comparisonRows';
import { openLastingStore } from './lastingStore';

type Rows = ReturnType<typeof createComparisonRows>;

/** Limits of the stored pairs: their number and their age (ms). */
interface KeepingBounds {
  readonly pairs: number;
  readonly age: number;
}

const MOST_SAMPLES = 500;

/** An open file of evidence. */
export interface OpenedComparisonStore {
  readonly store: ComparisonStore;
  /** Returns the observations of each resource in its latest epoch, oldest first. */
  readonly latest: () => Promise<readonly Observed[]>;
  /** Returns the resolutions, oldest first. */
  readonly resolutions: () => Promise<readonly Resolution[]>;
  readonly close: () => Promise<void>;
}

/** Opens the file of the comparison. Throws when it cannot be opened or is not a database. */
export async function openComparisonStore(
  path: string,
  { pairs, age }: KeepingBounds,
): Promise<OpenedComparisonStore> {
  const lasting = await openLastingStore<ComparisonTables>(path, comparisonMigrations);
  const rows = (): Rows => createComparisonRows(lasting.db());
  const bounds = (now: number) => ({ before: now - age, observations: pairs, samples: MOST_SAMPLES });
  const store: ComparisonStore = {
    ended: async () => {
      const ended = new Map<string, Map<Outcome, number>>();
      for (const { operation, outcome, count } of await rows().outcomes()) {
        const counts = ended.get(operation) ?? new Map<Outcome, number>();
        ended.set(operation, counts.set(outcome as Outcome, count));
      }
      return ended;
    },
    observed: async (epochs) => (await rows().observations(epochs)).map(readObserved),
    save: async ({ ended, observed, samples, resolutions = [] }, now) => {
      lasting.check();
      await rows().save(
        {
          outcomes: [...ended].flatMap(([operation, counts]) =>
            [...counts].map(([outcome, count]) => ({ operation, outcome, count })),
          ),
          observations: observed.map((one) => ({
            ...{ id: one.id, at: one.at, epoch: one.epoch },
            observed: writeObserved(one),
          })),
          samples: samples.map((one) => ({ id: one.id, at: one.at, sample: JSON.stringify(one) })),
          resolutions: resolutions.map(({ operation, path, kind, at, by, reason }) => ({
            ...{ operation, path, kind, at, by, reason },
          })),
        },
        bounds(now),
      );
    },
    renew: () =>
      lasting.renew(async (next, before) => {
        if (next === before) return;
        const kept = await createComparisonRows(before)
          .everything()
          .catch(() => undefined);
        if (kept !== undefined) await createComparisonRows(next).save(kept, bounds(-Infinity));
      }),
    sample: async (id) => {
      const text = await rows().sample(id);
      return text === undefined ? undefined : sampleSchema.parse(JSON.parse(text));
    },
  };
  const latest = async (): Promise<readonly Observed[]> => {
    const all = (await rows().observations()).map(readObserved);
    const epochs = new Map(all.map(({ resource, epoch }) => [resource, epoch]));
    return all.filter(({ resource, epoch }) => epochs.get(resource) === epoch);
  };
  return { store, latest, resolutions: () => rows().resolutions(), close: lasting.close };
}
