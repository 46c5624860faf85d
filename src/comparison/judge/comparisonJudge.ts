import type { KeptDifference, Observed } from '../keep/observation';
import {
  type KindCounts,
  newOperationCounts,
  type OperationCounts,
  type PathCounts,
  countsOfPath,
} from './pathCounts';
import { createRelationCounts } from './relationCounts';
import {
  type ComparisonJudge,
  countCaller,
  countedOf,
  type JudgedEvidence,
  type JudgeOptions,
  newJudgedEvidence,
  provenPaths,
  type Verdict,
} from './judgedEvidence';
import { createResolved } from './resolutions';
import { breakOf } from './noiseLevels';
import { countPattern, distinct, isNoticed, patternParts, type PatternPart } from './patterns';
import type { Difference } from '../compare/difference';
import { reportOf } from '../report/reportOf';
import { lengthenRun } from './runs';
import { createTimeCounts } from './timeCounts';
import { noteSpread, weighObservation } from './weighObservation';

/** Kinds of difference without a body of v2 to compare. */
const ANSWERLESS: ReadonlySet<string> = new Set(['status', 'unavailable']);

const MAX_TEXTS = 20;

function newKind({ kind, severity }: KeptDifference, { id, at }: Observed, differences: number): KindCounts {
  const sample = { id, at };
  return {
    kind,
    severity,
    requests: 0,
    relations: createRelationCounts(),
    unfits: new Map(),
    times: createTimeCounts(),
    run: undefined,
    countedThen: 0,
    first: sample,
    latest: sample,
    smallest: { ...sample, differences },
  };
}

function countText(counts: Map<string, number>, text: string | undefined): void {
  if (text === undefined || (!counts.has(text) && counts.size >= MAX_TEXTS)) return;
  counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** Counts the differences of one request at one path: requests, relations and samples of each kind. */
function noteKinds(counts: PathCounts, differences: readonly KeptDifference[], observed: Observed): void {
  const seenKinds = new Set<KindCounts>();
  for (const difference of differences) {
    const knownKind = counts.kinds.get(difference.kind);
    const kind = knownKind ?? newKind(difference, observed, observed.differences.length);
    counts.kinds.set(difference.kind, kind);
    // Only the first element of an array counts: a request is one piece of evidence.
    if (seenKinds.has(kind)) continue;
    seenKinds.add(kind);
    kind.relations.add(difference.relation);
    countText(kind.unfits, ANSWERLESS.has(kind.kind) ? observed.unfit : undefined);
    kind.requests += 1;
    kind.times.add(observed.at);
    kind.latest = { id: observed.id, at: observed.at };
    if (observed.differences.length < kind.smallest.differences) {
      kind.smallest = { ...kind.latest, differences: observed.differences.length };
    }
  }
}

const ALPHA = 0.05;
const BUDGET = 0.005;

const NOTHING: Verdict = { counts: false, differs: false };

function operationOf({ operations }: JudgedEvidence, { operation, resource }: Observed): OperationCounts {
  const counts = operations.get(operation) ?? newOperationCounts(operation, resource);
  operations.set(operation, counts);
  return counts;
}

/** Names the differences of a pair by path and kind, in an order of its own. */
const differingOf = ({ differences }: Observed): string =>
  [...new Set(differences.map(({ path, kind }) => `${path} ${kind}`))].toSorted().join('\n');

/** Notes in every request which differences go on, even in requests of a client in a loop, which are no evidence. */
function noteRuns(ledger: JudgedEvidence, observed: Observed): void {
  const operation = operationOf(ledger, observed);
  operation.seen += 1;
  const kinds = observed.differences.flatMap(
    ({ path, kind }) => countsOfPath(operation, path).kinds.get(kind) ?? [],
  );
  for (const kind of new Set(kinds)) {
    kind.run = lengthenRun(kind.kind, kind.run, operation.seen, observed.at);
    kind.countedThen = countedOf(ledger, observed.resource);
  }
}

/** False when a second answer of v1 would show nothing new: noise is known there, or the regression is proven. */
function isOpen(
  operation: OperationCounts | undefined,
  difference: Difference,
  proven: JudgedEvidence['proven'],
): boolean {
  if (difference.kind === 'unavailable') return false;
  const counts = operation?.paths.get(difference.path);
  return counts === undefined || (!proven.has(counts) && isNoticed(counts, breakOf(difference), proven));
}

/**
 * Creates a judge without evidence: it separates noise from change, and keeps the counts for reports, in bounded
 * memory.
 *
 * The rules of judgement: A difference counts at once. The first difference is reported (`undecided`), and its request
 * differs, as long as v1 never differed from itself there. A regression needs proof, with an error rate of `alpha` over
 * all paths together (e-BH), however often a report is made. Proof comes from three kinds of looks at a second answer
 * of v1, each a fair coin if v2 is as good as v1: sampled controls, controls because of a difference (`wantsControl`),
 * and natural repeats of a request. A field in which v1 always agrees with itself needs about ten looks, a noisy field
 * as many as its noise demands. Once v1 differs from itself, v2 is compared at the strictest rung at which v1 does not,
 * request by request; below that rung only proof counts. A missing answer of v2 is certain at once and no regression,
 * because an outage ends.
 */
export function createComparisonJudge(options: JudgeOptions): ComparisonJudge {
  const ledger = newJudgedEvidence(options);
  const resolved = createResolved(options.resolutions ?? []);
  const { alpha = ALPHA, budget = BUDGET, canAskAgain = true, epoch } = options;
  const { isCurrent = (observed: Observed) => observed.epoch === epoch } = options;

  const isAnyNoticed = (patternParts: readonly PatternPart[]): boolean =>
    patternParts.some((patternPart) => isNoticed(patternPart.counts, patternPart, ledger.proven));

  const write = (observed: Observed): Verdict => {
    const operation = operationOf(ledger, observed);
    const { caller, request, at } = observed;
    const remembered = ledger.recent(`${caller} ${request}`, at, differingOf(observed));
    if (remembered === undefined) {
      ledger.repeated += 1;
      noteSpread(operation, observed);
      return { counts: false, differs: isAnyNoticed(patternParts(operation, observed.differences)) };
    }
    const isWeighed = weighObservation(operation, observed, remembered);
    for (const [path, differences] of Map.groupBy(observed.differences, ({ path }) => path))
      noteKinds(countsOfPath(operation, path), differences, observed);
    if (isWeighed || !canAskAgain) ledger.proven = provenPaths(ledger, { alpha, canAskAgain });
    const distinctParts = distinct(patternParts(operation, observed.differences));
    const noticed = distinctParts.filter((patternPart) =>
      isNoticed(patternPart.counts, patternPart, ledger.proven),
    );
    const name = countCaller(ledger, caller, at);
    if (noticed.length > 0) countPattern(ledger.patterns, operation.operation, noticed, name);
    return { counts: true, differs: noticed.length > 0 };
  };
  return {
    add: (observed) => {
      const outcome = isCurrent(observed) ? observed.outcome : 'other_epoch';
      ledger.outcomes.set(outcome, (ledger.outcomes.get(outcome) ?? 0) + 1);
      if (outcome !== 'compared') return NOTHING;
      ledger.rules.add(observed.ignored ?? []);
      const open = resolved.without(observed);
      if (open === undefined) return NOTHING;
      const verdict = write(open);
      noteRuns(ledger, open);
      return verdict;
    },
    wantsControl: (name, differences) => {
      if (!canAskAgain) return false;
      const operation = ledger.operations.get(name);
      return differences.some((difference) => isOpen(operation, difference, ledger.proven));
    },
    report: (now, allowed = budget) =>
      reportOf({ ledger, alpha, lineOf: options.lineOf, resolved, now }, epoch, allowed),
  };
}
