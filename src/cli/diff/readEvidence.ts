import { existsSync } from 'node:fs';
import type { Ended } from '../../comparison/createAccounts';
import type { Observed } from '../../comparison/observed';
import { failure, type Result, success } from '../../translation/result';
import { openComparisonStore } from '../openComparisonStore';
import { reasonOf } from '../reasonOf';

/** What a store knows of what was seen with the latest mapping of each resource. */
export interface StoredEvidence {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  /** What became of everything served, of whatever epoch. */
  readonly ended: Ended;
}

const NO_BOUNDS = { pairs: Infinity, age: Infinity };

/** Reads the evidence that a store keeps, beside a gateway that runs on it or without one. */
export async function readEvidence(file: string): Promise<Result<StoredEvidence, string>> {
  // A file that is not there would be made.
  if (!existsSync(file)) return failure(`${file} is not there`);
  try {
    const { store, latest, close } = await openComparisonStore(file, NO_BOUNDS);
    try {
      const observed = await latest();
      const epoch = [...new Set(observed.map((one) => one.epoch))].toSorted().join('-');
      return success({ epoch, observed, ended: await store.ended() });
    } finally {
      await close();
    }
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}
