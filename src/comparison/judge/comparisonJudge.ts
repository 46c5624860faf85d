import type { SeenPair } from '../keep/observation';
import { countsOfPath, createOperationCounts, type OperationCounts } from './pathCounts';
import {
  countCaller,
  countEvidence,
  countPattern,
  isNoticed,
  type JudgedEvidence,
  type JudgeOptions,
  newJudgedEvidence,
  listNoticedParts,
  listProvenPaths,
  type Verdict,
} from './judgedEvidence';
import { addToCount } from '../../contract/recent';
import { createResolvedCauses } from './resolutions';
import { breakOf } from './noiseLevels';
import type { Difference } from '../compare/difference';
import type { ComparisonReport } from '../report/comparisonReport';
import { makeReport } from '../report/reportOf';
import { lengthenRun, noteKinds } from './kindCounts';
import { noteSpread, weighObservation } from './weighObservation';

const ALPHA = 0.05;
const BUDGET = 0.005;

const NOTHING: Verdict = { counts: false, differs: false };

function operationOf({ operations }: JudgedEvidence, { operation, resource }: SeenPair): OperationCounts {
  const counts = operations.get(operation) ?? createOperationCounts(operation, resource);
  operations.set(operation, counts);
  return counts;
}

/** Notes in every request which differences go on, even in requests of a client in a loop, which are no evidence. */
function noteRuns(ledger: JudgedEvidence, seenPair: SeenPair): void {
  const operation = operationOf(ledger, seenPair);
  operation.seen += 1;
  const kinds = seenPair.differences.flatMap(
    ({ path, kind }) => countsOfPath(operation, path).kinds.get(kind) ?? [],
  );
  for (const kind of new Set(kinds)) {
    lengthenRun(kind, operation.seen, seenPair.at);
    kind.countedThen = countEvidence(ledger, seenPair.resource);
  }
}

/** False when a second answer of v1 would show nothing new: noise is known there, or the regression is proven. */
function isOpen(ledger: JudgedEvidence, operation: string, difference: Difference): boolean {
  if (difference.kind === 'unavailable') return false;
  const counts = ledger.operations.get(operation)?.paths.get(difference.path);
  return (
    counts === undefined || (!ledger.proven.has(counts) && isNoticed(counts, breakOf(difference), ledger))
  );
}

/** All evidence of one epoch, in bounded memory. */
export type ComparisonJudge = ReturnType<typeof createComparisonJudge>;

/**
 * Creates a judge without evidence: it separates noise from change, and keeps the counts for reports, in bounded
 * memory.
 *
 * The rules of judgement: A difference counts at once. The first difference is reported (`undecided`), and its request
 * differs, as long as v1 never differed from itself there. A regression needs proof, with an error rate of `alpha` over
 * all paths together (e-BH), however often a report is made. Proof comes from three kinds of looks at a second answer
 * of v1, each a fair coin if v2 is as good as v1: sampled controls, controls because of a difference (`wantsControl`),
 * and natural repeats of a request. A field in which v1 always agrees with itself needs about ten looks, a noisy field
 * as many as its noise demands. Once v1 differs from itself, v2 is compared at the strictest level at which v1 does not,
 * request by request; below that level only proof counts. A missing answer of v2 is certain at once and no regression,
 * because an outage ends.
 */
export function createComparisonJudge(options: JudgeOptions) {
  const ledger = newJudgedEvidence(options);
  const resolvedCauses = createResolvedCauses(options.resolutions ?? []);
  const { alpha = ALPHA, budget = BUDGET, canAskAgain = true, epoch } = options;
  const { isCurrent = (observed: SeenPair) => observed.epoch === epoch } = options;

  /** Counts an observation, and returns the verdict on its request. */
  const noteObserved = (seenPair: SeenPair): Verdict => {
    const operation = operationOf(ledger, seenPair);
    const { caller, at, differences } = seenPair;
    const remembered = ledger.recent(seenPair);
    if (remembered === undefined) {
      ledger.repeated += 1;
      noteSpread(operation, seenPair);
      return { counts: false, differs: listNoticedParts(ledger, operation, differences).length > 0 };
    }
    const isWeighed = weighObservation(operation, seenPair, remembered);
    for (const [path, alike] of Map.groupBy(differences, (difference) => difference.path))
      noteKinds(countsOfPath(operation, path).kinds, alike, seenPair);
    if (isWeighed || !canAskAgain) ledger.proven = listProvenPaths(ledger, { alpha, canAskAgain });
    const noticed = listNoticedParts(ledger, operation, differences);
    const name = countCaller(ledger, caller, at);
    if (noticed.length > 0) countPattern(ledger, operation.operation, noticed, name);
    return { counts: true, differs: noticed.length > 0 };
  };
  return {
    add: (seenPair: SeenPair): Verdict => {
      const outcome = isCurrent(seenPair) ? seenPair.outcome : 'other_epoch';
      addToCount(ledger.outcomes, outcome, 1);
      if (outcome !== 'compared') return NOTHING;
      ledger.rules.countHits(seenPair.ignored ?? []);
      const open = resolvedCauses.removeResolved(seenPair);
      if (open === undefined) return NOTHING;
      const verdict = noteObserved(open);
      noteRuns(ledger, open);
      return verdict;
    },
    /**
     * Reports whether it is undecided whether the differences are noise: then one more call of v1 is worth its cost.
     * The observation then has `controlled: 'becauseDifferent'`.
     */
    wantsControl: (operation: string, differences: readonly Difference[]): boolean =>
      canAskAgain && differences.some((difference) => isOpen(ledger, operation, difference)),
    /** Makes a report at an instant (clock ms), without rules that have expired. `allowed` is more or less strict. */
    report: (now: number, allowed = budget): ComparisonReport =>
      makeReport({ ledger, alpha, lineOf: options.lineOf, resolved: resolvedCauses, now }, epoch, allowed),
  };
}
