import type { JudgedEvidence, LineOf, Pattern, PatternPart } from '../judge/judgedEvidence';
import type { Severity } from '../compare/difference';
import { addToCount } from '../../contract/recent';
import type { KindCounts } from '../judge/kindCounts';
import type { PathCounts } from '../judge/pathCounts';

interface Caused<Cause> {
  readonly causes: readonly Cause[];
  readonly requests: number;
}

/**
 * Selects the fewest causes that explain the requests, the largest first, each with the number of requests that it
 * explains and no earlier one did: greedy set cover, which needs at most ln(n) + 1 times the smallest possible number.
 * `compareCauses` orders equal causes.
 */
export function selectFewestCauses<Cause>(
  all: readonly Caused<Cause>[],
  compareCauses: (cause1: Cause, cause2: Cause) => number,
): ReadonlyMap<Cause, number> {
  const explained = new Map<Cause, number>();
  for (let unexplained = all; ;) {
    const counts = new Map<Cause, number>();
    for (const { causes, requests } of unexplained)
      for (const cause of new Set(causes)) addToCount(counts, cause, requests);
    const [best] = [...counts].toSorted(
      ([cause1, requests1], [cause2, requests2]) => requests2 - requests1 || compareCauses(cause1, cause2),
    );
    if (best === undefined) return explained;
    explained.set(...best);
    unexplained = unexplained.filter(({ causes }) => !causes.includes(best[0]));
  }
}

/** The severities, the worst first. */
export const SEVERITIES: readonly Severity[] = ['breaking', 'suspicious', 'benign', 'wire'];

/** Lists the most frequent names. */
export const listMostFrequent = (
  counts: ReadonlyMap<string, number>,
  most: number,
): readonly (readonly [string, number])[] =>
  [...counts].toSorted(([, count1], [, count2]) => count2 - count1).slice(0, most);

/** One path and kind of difference. */
export interface IssueCause {
  readonly counts: PathCounts;
  readonly kind: KindCounts;
}

/** Causes with one origin: all those of one mapping line, the worst first; or one cause without a line. */
export interface Group {
  readonly name: string;
  readonly line: string | undefined;
  readonly causes: readonly [IssueCause, ...IssueCause[]];
}

/** Returns the most frequent contract violation of v2. */
export const mostFrequentUnfit = ({ unfits }: KindCounts): string | undefined =>
  listMostFrequent(unfits, 1)[0]?.[0];

const keyOf = ({ operation, path }: PathCounts, kind: string): string => `${operation} ${path} ${kind}`;

/** Groups the noticed causes by their origin. */
export function groupCauses(
  { ledger, lineOf }: { readonly ledger: JudgedEvidence; readonly lineOf: LineOf | undefined },
  patterns: readonly Pattern[],
): readonly Group[] {
  const noticed = new Set(
    patterns.flatMap(({ parts }) => parts.map(({ counts, kind }) => keyOf(counts, kind))),
  );
  const paths = [...ledger.operations.values()].flatMap((operation) => [...operation.paths.values()]);
  const causes = paths.flatMap((counts) =>
    [...counts.kinds.values()].flatMap((kind) => {
      const key = keyOf(counts, kind.kind);
      // Differences that v1 itself shows are no part of an issue.
      if (!ledger.proven.has(counts) && !noticed.has(key)) return [];
      const line = lineOf?.(counts.operation, counts.path, mostFrequentUnfit(kind));
      return [{ name: line ?? key, line, cause: { counts, kind } }];
    }),
  );
  const groups: Group[] = [];
  for (const [name, members] of Map.groupBy(causes, (caused) => caused.name)) {
    const [worst, ...lesser] = members.map(({ cause }) => cause).toSorted(createSeverityOrder(ledger.proven));
    if (worst !== undefined) groups.push({ name, line: members[0]?.line, causes: [worst, ...lesser] });
  }
  return groups;
}

const rankOf = ({ severity }: KindCounts): number => SEVERITIES.indexOf(severity);

/** Creates the order of issues: severe before harmless, proven before unproven, then frequent before rare. */
const createSeverityOrder =
  (proven: JudgedEvidence['proven']) =>
  (cause1: IssueCause, cause2: IssueCause): number =>
    rankOf(cause1.kind) - rankOf(cause2.kind) ||
    Number(proven.has(cause2.counts)) - Number(proven.has(cause1.counts)) ||
    cause2.kind.requests - cause1.kind.requests;

/** Creates a function that finds the group of a pattern's part. */
export function createGroupFinder(groups: readonly Group[]): (patternPart: PatternPart) => Group | undefined {
  const groupsByKey = new Map(
    groups.flatMap((group) =>
      group.causes.map(({ counts, kind }) => [keyOf(counts, kind.kind), group] as const),
    ),
  );
  return ({ counts, kind }) => groupsByKey.get(keyOf(counts, kind));
}

/**
 * Selects the fewest groups that explain every differing request, and the number of requests that each explains and no
 * earlier one did. It goes severity by severity, so that harmless and frequent causes never hide severe and rare ones.
 * Proven causes are all selected: a wrong price in the requests that also show a wrong title is another thing to mend.
 */
export function selectFewestGroups(
  groups: readonly Group[],
  patterns: readonly Pattern[],
  { proven }: Pick<JudgedEvidence, 'proven'>,
): ReadonlyMap<Group, number> {
  const groupOf = createGroupFinder(groups);
  const order = createSeverityOrder(proven);
  const compareGroups = (group1: Group, group2: Group): number =>
    order(group1.causes[0], group2.causes[0]) || (group1.name < group2.name ? -1 : 1);
  const explained = new Map<Group, number>();
  for (const severity of SEVERITIES) {
    const caused = patterns.map(({ parts, requests }) => {
      const causes = parts.flatMap((patternPart) => groupOf(patternPart) ?? []);
      return { causes: causes.filter(({ causes: [worst] }) => worst.kind.severity === severity), requests };
    });
    for (const entry of selectFewestCauses(caused, compareGroups)) explained.set(...entry);
  }
  for (const group of groups) {
    if (!explained.has(group) && group.causes.some(({ counts }) => proven.has(counts)))
      explained.set(group, 0);
  }
  return explained;
}
