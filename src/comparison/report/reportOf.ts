import { type JudgedEvidence, listNoticedPatterns, type Pattern } from '../judge/judgedEvidence';
import { addEachCount } from '../../contract/recent';
import { definedMembers } from '../../contract/result';
import type { ResolvedCauses } from '../judge/resolutions';
import type { ComparisonReport } from './comparisonReport';
import { expiryWarnings, ruleWarnings } from '../judge/ruleHits';
import { listIssues, type ReportContext } from './issues';
import { judgePath, judgeShare, upperShare } from '../judge/verdicts';
import { hasOverflown, strictestHeldLevel, type OperationCounts } from '../judge/pathCounts';

const iso = (instant: number): string => new Date(instant).toISOString();

const countRequests = (patterns: readonly Pattern[]): number =>
  patterns.reduce((sum, { requests }) => sum + requests, 0);

const isCertain = ({ parts: patternParts }: Pattern, { proven }: JudgedEvidence): boolean =>
  patternParts.some(({ counts, kind }) => kind === 'unavailable' || proven.has(counts));

/** Lists the paths at which v1 differs from itself, and the level that v2 has to keep there. */
const listNoise = (ledger: JudgedEvidence, budget: number): ComparisonReport['noise'] =>
  [...ledger.operations.values()].flatMap((operation) =>
    [...operation.paths.values()]
      .filter(({ levels }) => levels.exact.v1 > 0)
      .map((counts) =>
        definedMembers({
          operation: operation.operation,
          path: counts.path,
          ...judgePath(counts, operation, { budget, proven: ledger.proven }),
          held: strictestHeldLevel(counts),
          spread: counts.spread,
          looks: operation.looks + counts.looks,
          onlyV2: counts.levels.exact.onlyV2,
          onlyV1: counts.levels.exact.onlyV1,
        }),
      ),
  );

/** Makes the line of one operation: its figures, and the verdict on them. */
function operationLine(
  counts: OperationCounts,
  patterns: readonly Pattern[],
  ledger: JudgedEvidence,
  budget: number,
): ComparisonReport['operations'][number] {
  const { operation, resource, compared, looks } = counts;
  const its = patterns.filter((pattern) => pattern.operation === operation);
  const differing = countRequests(its);
  const proven = countRequests(its.filter((pattern) => isCertain(pattern, ledger)));
  const { verdict, morePairs } = judgeShare({ compared, differing, proven }, budget);
  const hasRegression = [...counts.paths.values()].some((path) => ledger.proven.has(path));
  let state: ComparisonReport['operations'][number]['state'] = 'undecided';
  if (verdict === 'within') state = 'clean';
  if (hasRegression) state = 'regression';
  const overflow = hasOverflown(counts);
  return { operation, resource, state, compared, differing, looks, morePairs, overflow };
}

function callerLines(patterns: readonly Pattern[], { callers }: JudgedEvidence): ComparisonReport['callers'] {
  const differingByCaller = new Map<string, number>();
  for (const pattern of patterns) addEachCount(differingByCaller, pattern.callers);
  return [...callers]
    .map(([caller, { compared, latest: latestAt }]) => ({
      caller,
      compared,
      differing: differingByCaller.get(caller) ?? 0,
      latest: iso(latestAt),
    }))
    .toSorted(
      (caller1, caller2) => caller2.differing - caller1.differing || caller2.compared - caller1.compared,
    );
}

/** Shows agreements made in the console as rules, because they stand in no file. */
const agreedLines = (
  { listAgreements }: Pick<ResolvedCauses, 'listAgreements'>,
  now: number,
): ComparisonReport['rules'] =>
  listAgreements().map(({ path, operation, kind, reason, agreed: { until, owner }, hits }) => ({
    path: `${path} of ${operation}`,
    owner,
    reason,
    hits,
    expires: iso(until),
    kinds: { ...(hits > 0 && { [kind]: hits }) },
    warnings: expiryWarnings(until, now),
  }));

const ruleLines = ({ rules }: JudgedEvidence, now: number): ComparisonReport['rules'] =>
  rules.listCounts().map((counts) => {
    const { rule, hits, kinds } = counts;
    const { line, path, owner, reason, expires } = rule;
    const ruleLine = { line, path, owner, reason, expires: iso(expires), hits };
    return { ...ruleLine, kinds: Object.fromEntries(kinds), warnings: ruleWarnings(counts, now) };
  });

/** Lists what the report lacks because memory is bounded. */
function listWarnings({ operations, withoutPattern: lost }: JudgedEvidence): string[] {
  const warnings = [...operations.values()]
    .filter(hasOverflown)
    .map(
      ({ operation }) =>
        `${operation}: more paths than are counted separately; name its map keys with a rule`,
    );
  if (lost > 0)
    warnings.push(`${lost} requests differed in ways that found no room: they count and are not explained`);
  return warnings;
}

/** Creates the report at an instant (clock ms). It judges all requests by present knowledge. */
export function makeReport(context: ReportContext, epoch: string, budget: number): ComparisonReport {
  const { ledger, resolved, now } = context;
  const patterns = listNoticedPatterns(ledger);
  const compared = [...ledger.operations.values()].reduce((sum, operation) => sum + operation.compared, 0);
  const differing = countRequests(patterns) + ledger.withoutPattern;
  const proven = countRequests(patterns.filter((pattern) => isCertain(pattern, ledger)));
  const { issues, unexplained } = listIssues(patterns, context);
  return {
    epoch,
    at: iso(now),
    ...judgeShare({ compared, differing, proven }, budget),
    budget,
    compared,
    differing,
    noticed: (differing / Math.max(compared, 1)) * 10_000,
    upper: upperShare(differing, compared) * 10_000,
    outcomes: Object.fromEntries(ledger.outcomes),
    repeated: ledger.repeated,
    proven,
    issues,
    unexplained: unexplained + ledger.withoutPattern,
    noise: listNoise(ledger, budget),
    operations: [...ledger.operations.values()].map((operation) =>
      operationLine(operation, patterns, ledger, budget),
    ),
    callers: callerLines(patterns, ledger),
    rules: [...ruleLines(ledger, now), ...agreedLines(resolved, now)],
    warnings: listWarnings(ledger),
  };
}
