import type { KeptDifference, Observed } from '../keep/observed';
import {
  type KindCounts,
  newOperationCounts,
  type OperationCounts,
  type PathCounts,
  pathOf,
} from './pathCounts';
import { createRelationCounts } from './relationCounts';
import {
  type ComparisonJudge,
  createResolved,
  type JudgedEvidence,
  type JudgeOptions,
  newJudgedEvidence,
  provenPaths,
  type Verdict,
} from './judgedEvidence';
import { breakOf } from './rungs';
import { isNoticed, type PatternPart } from './patterns';
import type { Difference } from '../compare/difference';
import { reportOf } from '../report/reportOf';
import { weighObservation } from './weighObservation';

/** Kinds that say that there is no answer of v2 to look into. */
const ANSWERLESS: ReadonlySet<string> = new Set(['status', 'unavailable']);

/** Relations told apart per kind, and reasons. */
const MOST_TEXTS = 20;

function newKind({ kind, severity }: KeptDifference, { id, at }: Observed, differences: number): KindCounts {
  const sample = { id, at };
  return {
    kind,
    severity,
    requests: 0,
    relations: createRelationCounts(),
    unfits: new Map(),
    first: sample,
    latest: sample,
    smallest: { ...sample, differences },
  };
}

function countText(counts: Map<string, number>, text: string | undefined): void {
  if (text === undefined || (!counts.has(text) && counts.size >= MOST_TEXTS)) return;
  counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** Writes down what one request shows at one path: of each kind how often, since when, by which relation, the best sample. */
function noteKinds(tally: PathCounts, differences: readonly KeptDifference[], observed: Observed): void {
  const seen = new Set<KindCounts>();
  for (const difference of differences) {
    const known = tally.kinds.get(difference.kind);
    const kind = known ?? newKind(difference, observed, observed.differences.length);
    tally.kinds.set(difference.kind, kind);
    // Of an array the first element stands for all: a request is one piece of evidence.
    if (seen.has(kind)) continue;
    seen.add(kind);
    kind.relations.add(difference.relation);
    countText(kind.unfits, ANSWERLESS.has(kind.kind) ? observed.unfit : undefined);
    kind.requests += 1;
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
  const known = operations.get(operation);
  if (known !== undefined) return known;
  const tally = newOperationCounts(operation, resource);
  operations.set(operation, tally);
  return tally;
}

const partsOf = (
  operation: OperationCounts,
  differences: readonly KeptDifference[],
): readonly PatternPart[] =>
  differences.map(({ path, kind, breaks, distance }) => ({
    tally: pathOf(operation, path),
    kind,
    breaks,
    ...(distance === undefined ? {} : { distance }),
  }));

/** Names where and how a pair differs, in whichever order that was found. */
const differingOf = ({ differences }: Observed): string =>
  [...new Set(differences.map(({ path, kind }) => `${path} ${kind}`))].toSorted().join('\n');

function noteDifferences(operation: OperationCounts, observed: Observed): void {
  const byPath = new Map<string, KeptDifference[]>();
  for (const difference of observed.differences) {
    const here = byPath.get(difference.path);
    if (here === undefined) byPath.set(difference.path, [difference]);
    else here.push(difference);
  }
  for (const [path, differences] of byPath) noteKinds(pathOf(operation, path), differences, observed);
}

/** One part for each path and kind: of an array the furthest. */
function distinct(parts: readonly PatternPart[]): readonly PatternPart[] {
  const kept = new Map<string, PatternPart>();
  for (const part of parts) {
    const key = `${part.tally.path} ${part.kind}`;
    const before = kept.get(key);
    if (before === undefined || (before.distance ?? 0) < (part.distance ?? 0)) kept.set(key, part);
  }
  return [...kept.values()];
}

/** False where a second answer of v1 would say nothing new: noise is known there, or the regression is proven. */
function isOpen(
  operation: OperationCounts | undefined,
  difference: Difference,
  proven: JudgedEvidence['proven'],
): boolean {
  if (difference.kind === 'unavailable') return false;
  const tally = operation?.paths.get(difference.path);
  return tally === undefined || (!proven.has(tally) && isNoticed(tally, breakOf(difference), proven));
}

/**
 * Makes an empty book: it tells noise from change, and remembers what a report needs, in bounded memory.
 *
 * How a difference is judged. It counts as seen at once: the first one is told (`undecided`), and the request differs,
 * for as long as v1 was never seen to differ from itself there. Whether it is a regression is a matter of proof, with
 * an error rate of `alpha` over all paths together (e-BH), however often anyone looks. Proof comes from three kinds of
 * looks at a second answer of v1, each a fair coin were v2 as good as v1: controls by lot, controls that were asked for
 * because something differed (`wantsControl`), and natural repeats of a request. A field in which v1 always agrees with
 * itself needs about ten of them; a field that is noisy needs as many as its noise demands. Where v1 differs from
 * itself, the strictest rung at which it does not is what v2 is held to from then on, request by request; below that
 * rung only the proof speaks. Where v1 answered and v2 did not, nothing is left to prove.
 */
export function createComparisonJudge(options: JudgeOptions): ComparisonJudge {
  const ledger = newJudgedEvidence(options);
  const resolved = createResolved(options.resolutions ?? []);
  const { alpha = ALPHA, budget = BUDGET, canAskAgain = true, epoch } = options;
  const { isCurrent = (observed: Observed) => observed.epoch === epoch } = options;

  const isToldOf = (parts: readonly PatternPart[]): boolean =>
    parts.some((part) => isNoticed(part.tally, part, ledger.proven));

  const write = (observed: Observed): Verdict => {
    const operation = operationOf(ledger, observed);
    const { caller, request, at } = observed;
    const remembered = ledger.recent(`${caller} ${request}`, at, differingOf(observed));
    if (remembered === undefined) {
      ledger.repeated += 1;
      return { counts: false, differs: isToldOf(partsOf(operation, observed.differences)) };
    }
    const isWeighed = weighObservation(operation, observed, remembered);
    noteDifferences(operation, observed);
    const isUnanswered = observed.differences.some(({ kind }) => kind === 'unavailable');
    if (isWeighed || isUnanswered || !canAskAgain)
      ledger.proven = provenPaths(ledger, { alpha, canAskAgain });
    const parts = distinct(partsOf(operation, observed.differences));
    const told = parts.filter((part) => isNoticed(part.tally, part, ledger.proven));
    const name = ledger.callers.add(caller, at);
    if (told.length > 0) ledger.patterns.add(operation.operation, told, name);
    return { counts: true, differs: told.length > 0 };
  };
  return {
    add: (observed) => {
      const outcome = isCurrent(observed) ? observed.outcome : 'other_epoch';
      ledger.outcomes.set(outcome, (ledger.outcomes.get(outcome) ?? 0) + 1);
      if (outcome !== 'compared') return NOTHING;
      ledger.rules.add(observed.ignored ?? []);
      const open = resolved.without(observed);
      return open === undefined ? NOTHING : write(open);
    },
    wantsControl: (name, differences) => {
      if (!canAskAgain) return false;
      const operation = ledger.operations.get(name);
      return differences.some((difference) => isOpen(operation, difference, ledger.proven));
    },
    report: (now, allowed = budget) =>
      reportOf(ledger, { alpha, budget: allowed, epoch, lineOf: options.lineOf, resolved }, now),
  };
}
