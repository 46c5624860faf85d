import { type JudgedEvidence, type LineOf, noticedPatterns, type Resolved } from '../judge/judgedEvidence';
import type { ComparisonReport } from './comparisonReport';
import type { Pattern } from '../judge/patterns';
import { ruleWarnings } from '../judge/ruleHits';
import { issuesOf } from './issues';
import { judgePath, judgeShare, upperShare } from '../judge/verdicts';
import { hasOverflown, heldRung, type OperationCounts } from '../judge/pathCounts';

/** How a report is made. */
interface ReportSettings {
  readonly epoch: string;
  readonly alpha: number;
  readonly budget: number;
  readonly lineOf: LineOf | undefined;
  readonly resolved: Pick<Resolved, 'of'>;
}

const iso = (instant: number): string => new Date(instant).toISOString();

const sumOf = (patterns: readonly Pattern[]): number =>
  patterns.reduce((sum, { requests }) => sum + requests, 0);

const isProven = ({ parts }: Pattern, { proven }: JudgedEvidence): boolean =>
  parts.some(({ tally }) => proven.has(tally));

/** Paths at which v1 differs from itself, and what v2 is held to there. */
const noiseOf = (ledger: JudgedEvidence, budget: number): ComparisonReport['noise'] =>
  [...ledger.operations.values()].flatMap((operation) =>
    [...operation.paths.values()]
      .filter(({ rungs }) => rungs.exact.v1 > 0)
      .map((tally) => {
        const held = heldRung(tally);
        return {
          operation: operation.operation,
          path: tally.path,
          ...judgePath(tally, operation, { budget, proven: ledger.proven }),
          ...(held === undefined ? {} : { held }),
          spread: tally.spread,
          looks: operation.looks + tally.looks,
          onlyV2: tally.rungs.exact.onlyV2,
          onlyV1: tally.rungs.exact.onlyV1,
        };
      }),
  );

function operationLine(
  tally: OperationCounts,
  patterns: readonly Pattern[],
  ledger: JudgedEvidence,
  budget: number,
): ComparisonReport['operations'][number] {
  const { operation, resource, compared, looks } = tally;
  const its = patterns.filter((pattern) => pattern.operation === operation);
  const differing = sumOf(its);
  const proven = sumOf(its.filter((pattern) => isProven(pattern, ledger)));
  const { verdict, morePairs } = judgeShare({ compared, differing, proven }, budget);
  const quiet = verdict === 'within' ? 'clean' : 'undecided';
  const hasRegression = [...tally.paths.values()].some((path) => ledger.proven.has(path));
  const state = hasRegression ? 'regression' : quiet;
  return { operation, resource, state, compared, differing, looks, morePairs, overflow: hasOverflown(tally) };
}

function callerLines(patterns: readonly Pattern[], { callers }: JudgedEvidence): ComparisonReport['callers'] {
  const differing = new Map<string, number>();
  for (const pattern of patterns) {
    for (const [caller, requests] of pattern.callers) {
      differing.set(caller, (differing.get(caller) ?? 0) + requests);
    }
  }
  return [...callers.all()]
    .map(([caller, { compared, latest }]) => ({
      caller,
      compared,
      differing: differing.get(caller) ?? 0,
      latest: iso(latest),
    }))
    .toSorted((one, other) => other.differing - one.differing || other.compared - one.compared);
}

const ruleLines = ({ rules }: JudgedEvidence, now: number): ComparisonReport['rules'] =>
  rules.all().map((tally) => {
    const { rule, hits, kinds } = tally;
    const { line, path, owner, reason, expires } = rule;
    const told = { line, path, owner, reason, expires: iso(expires), hits, kinds: Object.fromEntries(kinds) };
    return { ...told, warnings: [...ruleWarnings(tally, now)] };
  });

function warningsOf({ operations, patterns }: JudgedEvidence): string[] {
  const overflown = [...operations.values()].filter(hasOverflown);
  const lost = patterns.overflow();
  return [
    ...overflown.map(
      ({ operation }) => `${operation}: more paths than are told apart; name its map keys with a rule`,
    ),
    ...(lost === 0
      ? []
      : [`${lost} requests differed in ways that found no room: they count and are not explained`]),
  ];
}

/** All that a book knows at an instant (clock ms): judged with what is known now, not with what was known then. */
export function reportOf(ledger: JudgedEvidence, settings: ReportSettings, now: number): ComparisonReport {
  const { epoch, alpha, budget, lineOf, resolved } = settings;
  const patterns = noticedPatterns(ledger);
  const compared = [...ledger.operations.values()].reduce((sum, one) => sum + one.compared, 0);
  const differing = sumOf(patterns) + ledger.patterns.overflow();
  const proven = sumOf(patterns.filter((pattern) => isProven(pattern, ledger)));
  const { issues, unexplained } = issuesOf(patterns, { ledger, alpha, lineOf, resolved });
  return {
    epoch,
    at: iso(now),
    ...judgeShare({ compared, differing, proven }, budget),
    budget,
    compared,
    differing,
    noticed: compared === 0 ? 0 : (differing / compared) * 10_000,
    upper: upperShare(differing, compared) * 10_000,
    outcomes: Object.fromEntries(ledger.outcomes),
    repeated: ledger.repeated,
    proven,
    issues,
    unexplained: unexplained + ledger.patterns.overflow(),
    noise: noiseOf(ledger, budget),
    operations: [...ledger.operations.values()].map((one) => operationLine(one, patterns, ledger, budget)),
    callers: callerLines(patterns, ledger),
    rules: ruleLines(ledger, now),
    warnings: warningsOf(ledger),
  };
}
