import type { JudgedEvidence, LineOf } from '../judge/judgedEvidence';
import type { Pattern, PatternPart } from '../judge/patterns';
import type { Severity } from '../compare/difference';
import type { KindCounts, PathCounts } from '../judge/pathCounts';

/** A cause, and how many requests it explains that none before it did. */
interface Explained {
  readonly cause: string;
  readonly requests: number;
}

/** Requests that have the same causes. */
interface Caused {
  readonly causes: readonly string[];
  readonly requests: number;
}

function tallied(rest: readonly Caused[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { causes, requests } of rest) {
    for (const cause of new Set(causes)) counts.set(cause, (counts.get(cause) ?? 0) + requests);
  }
  return counts;
}

/**
 * The fewest causes that explain a share of the requests, most first: greedy set cover, which needs at most ln(n) + 1
 * times as many as there could be. Among equals `before` decides.
 */
export function fewestThatExplain(
  all: readonly Caused[],
  share: number,
  before: (one: string, other: string) => number,
): readonly Explained[] {
  const total = all.reduce((sum, { requests }) => sum + requests, 0);
  const found: Explained[] = [];
  let rest = all;
  let open = total;
  while (open > total * (1 - share)) {
    const [best] = [...tallied(rest)].toSorted(
      ([one, ones], [other, others]) => others - ones || before(one, other),
    );
    if (best === undefined) break;
    const [cause, requests] = best;
    found.push({ cause, requests });
    rest = rest.filter(({ causes }) => !causes.includes(cause));
    open -= requests;
  }
  return found;
}

/** The severities, the worst first. */
export const SEVERITIES: readonly Severity[] = ['breaking', 'suspicious', 'benign', 'wire'];

/** What groups are made by. */
interface GroupContext {
  readonly ledger: JudgedEvidence;
  readonly lineOf: LineOf | undefined;
}

/** The most frequent of some names. */
export const mostFirst = (
  counts: ReadonlyMap<string, number>,
  most: number,
): readonly (readonly [string, number])[] =>
  [...counts].toSorted(([, one], [, other]) => other - one).slice(0, most);

/** One way to differ: where, and what. */
export interface IssueCause {
  readonly tally: PathCounts;
  readonly kind: KindCounts;
}

/** What has one origin: everything that one mapping line makes, the worst first; or one cause without a line. */
export interface Group {
  readonly name: string;
  readonly line: string | undefined;
  readonly causes: readonly [IssueCause, ...IssueCause[]];
}

/** What of v2's answers did not fit, most often. */
export const unfitOf = ({ unfits }: KindCounts): string | undefined => mostFirst(unfits, 1)[0]?.[0];

const causesOf = ({ operations }: JudgedEvidence): readonly IssueCause[] =>
  [...operations.values()].flatMap(({ paths }) =>
    [...paths.values()].flatMap((tally) => [...tally.kinds.values()].map((kind) => ({ tally, kind }))),
  );

const keyOf = ({ operation, path }: PathCounts, kind: string): string => `${operation} ${path} ${kind}`;

/** Puts together what has one origin, of what clients notice. */
export function groupsOf({ ledger, lineOf }: GroupContext, patterns: readonly Pattern[]): readonly Group[] {
  const noticed = new Set(
    patterns.flatMap(({ parts }) => parts.map(({ tally, kind }) => keyOf(tally, kind))),
  );
  const groups = new Map<string, { line: string | undefined; causes: [IssueCause, ...IssueCause[]] }>();
  for (const cause of causesOf(ledger)) {
    const { tally, kind } = cause;
    const key = keyOf(tally, kind.kind);
    // What v1 does itself is no part of an issue.
    if (!ledger.proven.has(tally) && !noticed.has(key)) continue;
    const line = lineOf?.(tally.operation, tally.path, unfitOf(kind));
    const name = line ?? key;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, { line, causes: [cause] });
    else known.causes.push(cause);
  }
  return [...groups].map(([name, { line, causes }]) => ({
    name,
    line,
    causes: causes.sort(worstFirst(ledger.proven)),
  }));
}

const rankOf = ({ severity }: KindCounts): number => SEVERITIES.indexOf(severity);

/** Severe before harmless, proven before seen, then frequent before rare. */
const worstFirst =
  (proven: JudgedEvidence['proven']) =>
  (one: IssueCause, other: IssueCause): number =>
    rankOf(one.kind) - rankOf(other.kind) ||
    Number(proven.has(other.tally)) - Number(proven.has(one.tally)) ||
    other.kind.requests - one.kind.requests;

/** The requests that a severity shows in, and by what. */
const caused = (
  patterns: readonly Pattern[],
  nameOf: (part: PatternPart) => string | undefined,
): readonly Caused[] =>
  patterns.flatMap(({ parts, requests }) => {
    const causes = [...new Set(parts.flatMap((part) => nameOf(part) ?? []))];
    return causes.length === 0 ? [] : [{ causes, requests }];
  });

/** For each part of a pattern the group that it belongs to. */
export function groupIn(groups: readonly Group[]): (part: PatternPart) => Group | undefined {
  const known = new Map<PathCounts, Map<string, Group>>();
  for (const group of groups) {
    for (const { tally, kind } of group.causes) {
      const kinds = known.get(tally) ?? new Map<string, Group>();
      known.set(tally, kinds.set(kind.kind, group));
    }
  }
  return ({ tally, kind }) => known.get(tally)?.get(kind);
}

/**
 * The fewest groups that explain every request that differs, severity by severity, with how many requests each explains
 * that none before it did: what is harmless and everywhere never hides what is severe and rare. After them what is
 * proven and happens in no request that is kept any more.
 */
export function fewestGroups(
  groups: readonly Group[],
  patterns: readonly Pattern[],
  { proven }: Pick<JudgedEvidence, 'proven'>,
): ReadonlyMap<Group, number> {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const groupOf = groupIn(groups);
  const order = worstFirst(proven);
  const before = (one: string, other: string): number => {
    const [first, second] = [byName.get(one), byName.get(other)];
    return first && second ? order(first.causes[0], second.causes[0]) || (one < other ? -1 : 1) : 0;
  };
  const explained = new Map<Group, number>();
  const explain = (name: string, requests: number): void => {
    const group = byName.get(name);
    if (group !== undefined) explained.set(group, requests);
  };
  for (const severity of SEVERITIES) {
    const nameOf = (part: PatternPart): string | undefined => {
      const group = groupOf(part);
      return group?.causes[0].kind.severity === severity ? group.name : undefined;
    };
    const found = fewestThatExplain(caused(patterns, nameOf), 1, before);
    for (const { cause, requests } of found) explain(cause, requests);
  }
  const named = new Set(patterns.flatMap(({ parts }) => parts.flatMap((part) => groupOf(part)?.name ?? [])));
  for (const { name, causes } of groups) {
    if (!named.has(name) && causes.some(({ tally }) => proven.has(tally))) explain(name, 0);
  }
  return explained;
}
