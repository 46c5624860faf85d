import type { Counts, CutoverStore } from '../cutoverStore';
import type { DailyEvidence } from './dailyEvidence';

/** Stores the evidence of resources, by days. */
export type WriteEvidence = (all: Counts['evidence']) => Promise<unknown>;

/** Keeps the evidence of former epochs until it is stored, so that a restored mapping finds it again. */
export function createFormerEvidence({ saveEvidence }: Pick<CutoverStore, 'saveEvidence'>) {
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

/** State of a registry for saving. */
interface Unsaved {
  readonly epochs: ReadonlyMap<string, string>;
  readonly whole: ReadonlySet<string>;
  readonly changed: Set<string>;
  readonly daysOf: (resource: string) => DailyEvidence;
}

/** Takes the evidence that has changed since the last call, for the store. */
function takeChanged({ epochs, whole: wholeSet, changed, daysOf }: Unsaved): Counts['evidence'] {
  return [...changed].flatMap((resource) => {
    const epoch = epochs.get(resource);
    if (epoch === undefined || !wholeSet.has(resource) || !changed.delete(resource)) return [];
    return [[resource, epoch, daysOf(resource).all()] as const];
  });
}

/** Saves the evidence that has changed since the last call; marks it as changed again if it could not be stored. */
export async function saveChanged(unsaved: Unsaved, write: WriteEvidence): Promise<void> {
  const takenEvidence = takeChanged(unsaved);
  await write(takenEvidence).catch((error: unknown) => {
    for (const [resource] of takenEvidence) unsaved.changed.add(resource);
    throw error;
  });
}
