import { existsSync } from 'node:fs';
import type { Resolution } from '../../comparison/book';
import type { Ended } from '../../comparison/createAccounts';
import type { Observed } from '../../comparison/observed';
import type { Sample } from '../../comparison/sample';
import { failure, type Result, success } from '../../translation/result';
import { type OpenedComparisonStore, openComparisonStore } from '../openComparisonStore';
import { reasonOf } from '../reasonOf';

/** What a store knows of what was seen with the latest mapping of each resource. */
export interface StoredEvidence {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  /** What became of everything served, of whatever epoch. */
  readonly ended: Ended;
  readonly resolutions: readonly Resolution[];
}

const NO_BOUNDS = { pairs: Infinity, age: Infinity };

async function readStore<Value>(
  file: string,
  read: (opened: OpenedComparisonStore) => Promise<Value>,
): Promise<Result<Value, string>> {
  // A file that is not there would be made.
  if (!existsSync(file)) return failure(`${file} is not there`);
  try {
    const opened = await openComparisonStore(file, NO_BOUNDS);
    try {
      return success(await read(opened));
    } finally {
      await opened.close();
    }
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads the evidence that a store keeps, with or without a gateway that runs on it. */
export const readEvidence = (file: string): Promise<Result<StoredEvidence, string>> =>
  readStore(file, async ({ store, latest, resolutions }) => {
    const observed = await latest();
    const epoch = [...new Set(observed.map((one) => one.epoch))].toSorted().join('-');
    return { epoch, observed, ended: await store.ended(), resolutions: await resolutions() };
  });

/** Reads one pair that a store keeps; undefined where it keeps none of that id. */
export const readSample = (file: string, id: string): Promise<Result<Sample | undefined, string>> =>
  readStore(file, ({ store }) => store.sample(id));
