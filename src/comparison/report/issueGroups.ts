import type { JudgedEvidence, LineOf } from '../judge/judgedEvidence';
import type { Pattern, PatternPart } from '../judge/patterns';
import type { Severity } from '../compare/difference';
import type { KindCounts, PathCounts } from '../judge/pathCounts';

/** A cause, and the number of requests that it explains and no earlier one did. */
interface Explained {
  readonly cause: string;
  readonly requests: number;
}

/** Requests with the same causes. */
interface Caused {
  readonly causes: readonly string[];
  readonly requests: number;
}

function countByCause(unexplained: readonly Caused[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { causes, requests } of unexplained) {
    for (const cause of new Set(causes)) counts.set(cause, (counts.get(cause) ?? 0) + requests);
  }
  return counts;
}

/**
 * Selects the fewest causes that explain a share of the requests, the largest first: greedy set cover, which needs at
 * most ln(n) + 1 times the smallest possible number. `before` orders equal causes.
 */
export function fewestThatExplain(
  all: readonly Caused[],
  share: number,
  compareCauses: (name1: string, name2: string) => number,
): readonly Explained[] {
  const total = all.reduce((sum, { requests }) => sum + requests, 0);
  const explained: Explained[] = [];
  let unexplained = all;
  let open = total;
  while (open > total * (1 - share)) {
    const [best] = [...countByCause(unexplained)].toSorted(
      ([cause1, requests1], [cause2, requests2]) => requests2 - requests1 || compareCauses(cause1, cause2),
    );
    if (best === undefined) break;
    const [cause, requests] = best;
    explained.push({ cause, requests });
    unexplained = unexplained.filter(({ causes }) => !causes.includes(cause));
    open -= requests;
  }
  return explained;
}

/** The severities, the worst first. */
export const SEVERITIES: readonly Severity[] = ['breaking', 'suspicious', 'benign', 'wire'];

/** Lists the most frequent names. */
export const mostFirst = (
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
export const unfitOf = ({ unfits }: KindCounts): string | undefined => mostFirst(unfits, 1)[0]?.[0];

const causesOf = ({ operations }: JudgedEvidence): readonly IssueCause[] =>
  [...operations.values()].flatMap(({ paths }) =>
    [...paths.values()].flatMap((counts) => [...counts.kinds.values()].map((kind) => ({ counts, kind }))),
  );

const keyOf = ({ operation, path }: PathCounts, kind: string): string => `${operation} ${path} ${kind}`;

/** Groups the noticed causes by their origin. */
export function groupsOf(
  { ledger, lineOf }: { readonly ledger: JudgedEvidence; readonly lineOf: LineOf | undefined },
  patterns: readonly Pattern[],
): readonly Group[] {
  const noticed = new Set(
    patterns.flatMap(({ parts: patternParts }) =>
      patternParts.map(({ counts, kind }) => keyOf(counts, kind)),
    ),
  );
  const groups = new Map<string, { line: string | undefined; causes: [IssueCause, ...IssueCause[]] }>();
  for (const cause of causesOf(ledger)) {
    const { counts, kind } = cause;
    const key = keyOf(counts, kind.kind);
    // Differences that v1 itself shows are no part of an issue.
    if (!ledger.proven.has(counts) && !noticed.has(key)) continue;
    const line = lineOf?.(counts.operation, counts.path, unfitOf(kind));
    const name = line ?? key;
    const knownGroup = groups.get(name);
    if (knownGroup === undefined) groups.set(name, { line, causes: [cause] });
    else knownGroup.causes.push(cause);
  }
  return [...groups].map(([name, { line, causes }]) => ({
    name,
    line,
    causes: causes.sort(worstFirst(ledger.proven)),
  }));
}

const rankOf = ({ severity }: KindCounts): number => SEVERITIES.indexOf(severity);

/** Orders severe before harmless, proven before unproven, then frequent before rare. */
const worstFirst =
  (proven: JudgedEvidence['proven']) =>
  (cause1: IssueCause, cause2: IssueCause): number =>
    rankOf(cause1.kind) - rankOf(cause2.kind) ||
    Number(proven.has(cause2.counts)) - Number(proven.has(cause1.counts)) ||
    cause2.kind.requests - cause1.kind.requests;

/** Groups patterns by their named causes, without those that have none. */
const caused = (
  patterns: readonly Pattern[],
  nameOf: (patternPart: PatternPart) => string | undefined,
): readonly Caused[] =>
  patterns.flatMap(({ parts: patternParts, requests }) => {
    const causes = [...new Set(patternParts.flatMap((patternPart) => nameOf(patternPart) ?? []))];
    return causes.length === 0 ? [] : [{ causes, requests }];
  });

/** Makes a function that finds the group of a pattern's part. */
export function groupIn(groups: readonly Group[]): (patternPart: PatternPart) => Group | undefined {
  const groupsByPath = new Map<PathCounts, Map<string, Group>>();
  for (const group of groups) {
    for (const { counts, kind } of group.causes) {
      const kinds = groupsByPath.get(counts) ?? new Map<string, Group>();
      groupsByPath.set(counts, kinds.set(kind.kind, group));
    }
  }
  return ({ counts, kind }) => groupsByPath.get(counts)?.get(kind);
}

/**
 * Selects the fewest groups that explain every differing request, and the number of requests that each explains and no
 * earlier one did. It goes severity by severity, so that harmless and frequent causes never hide severe and rare ones.
 * Proven causes are all selected: a wrong price in the requests that also show a wrong title is another thing to mend.
 */
export function fewestGroups(
  groups: readonly Group[],
  patterns: readonly Pattern[],
  { proven }: Pick<JudgedEvidence, 'proven'>,
): ReadonlyMap<Group, number> {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const groupOf = groupIn(groups);
  const order = worstFirst(proven);
  const compareNames = (name1: string, name2: string): number => {
    const [group1, second] = [byName.get(name1), byName.get(name2)];
    return group1 && second ? order(group1.causes[0], second.causes[0]) || (name1 < name2 ? -1 : 1) : 0;
  };
  const explained = new Map<Group, number>();
  for (const severity of SEVERITIES) {
    const nameOf = (patternPart: PatternPart): string | undefined => {
      const group = groupOf(patternPart);
      return group?.causes[0].kind.severity === severity ? group.name : undefined;
    };
    const fewest = fewestThatExplain(caused(patterns, nameOf), 1, compareNames);
    for (const { cause, requests } of fewest) {
      const group = byName.get(cause);
      if (group !== undefined) explained.set(group, requests);
    }
  }
  for (const group of groups) {
    if (!explained.has(group) && group.causes.some(({ counts }) => proven.has(counts)))
      explained.set(group, 0);
  }
  return explained;
}
