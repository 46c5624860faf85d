import { randomBytes } from 'node:crypto';
import type { ComparisonReport } from '../../../comparison/comparisonReport';
import { createBook } from '../../../comparison/createBook';
import { createPrivacy } from '../../../comparison/createPrivacy';
import type { Pair } from '../../../comparison/pair';
import { contracts } from '../../../contract/contracts';
import { originsIn } from '../../../explanation/originsIn';
import { digestKey, fingerprintOf } from '../../../gateway/keys/digestKey';
import { failure, type Result, success } from '../../../translation/result';
import { systemClock as clock } from '../../systemClock';
import { comparePaths } from './comparePaths';
import { type DeskMakings, openDesk } from './openDesk';
import { pairLines } from './pairLines';
import { refusalOfV2 } from './refusalOfV2';

/** Two systems, and how they are compared. */
export interface SystemsComparison extends Pick<
  DeskMakings,
  'v1' | 'v2' | 'keys' | 'mappings' | 'rules' | 'perMinute' | 'failed'
> {
  /** The share of reads that may differ; the usual one unless given. */
  readonly budget?: number | undefined;
  readonly gone: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** What was found, and how to show it. */
export interface ComparedSystems {
  readonly report: ComparisonReport;
  /** The smallest pair of every issue side by side. */
  readonly shown: (options: { readonly colour: boolean }) => readonly string[];
}

const EPOCH = 'run';

/** Pairs kept to be shown. */
const MOST_PAIRS = 500;

/**
 * Compares two systems path by path. Nothing of it is kept, so that nobody can try values out on the hashes. The failure
 * is the status with which v2 refuses the key.
 */
export async function compareSystems(
  paths: readonly string[],
  { gone, progress, budget, ...systems }: SystemsComparison,
): Promise<Result<ComparedSystems, number>> {
  const { keys, mappings, rules, perMinute } = systems;
  const origins = originsIn(mappings.resources);
  const privacy = createPrivacy({
    secret: randomBytes(32),
    contracts: [...contracts.v1.values(), ...contracts.v2.values()],
    kept: [],
  });
  const pairs = new Map<string, Pair>();
  const book = createBook({
    epoch: EPOCH,
    rules,
    lineOf: (operation, path, unfit) => origins(operation, path, unfit)?.place,
  });
  const desk = openDesk({
    ...{ ...systems, book, privacy, epoch: EPOCH, clock },
    random: Math.random,
    differing: (pair) => {
      if (pairs.size < MOST_PAIRS) pairs.set(pair.id, pair);
    },
  });
  const parts = {
    ...{ desk, perMinute, gone, progress },
    authorization: `Bearer ${keys.v1}`,
    caller: fingerprintOf(digestKey(keys.v1)),
  };
  const refusal = await refusalOfV2(paths, parts);
  if (refusal !== undefined) return failure(refusal);
  const outcomes = await comparePaths(paths, parts);
  const report = { ...book.report(clock.now(), budget), outcomes: Object.fromEntries(outcomes) };
  return success({
    report,
    shown: ({ colour }) => pairLines(report, pairs, privacy, { origins, rules, now: clock.now(), colour }),
  });
}
