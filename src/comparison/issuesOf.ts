import type { LineOf } from './book';
import type { BookLedger } from './bookLedger';
import type { ComparisonIssue } from './comparisonReport';
import type { Pattern, PatternPart } from './createPatterns';
import type { Severity } from './difference';
import { fewestThatExplain } from './fewestThatExplain';
import { looksUntilProven } from './looksUntilProven';
import { causeOf } from './noticedPatterns';
import { type KindTally, type PathTally, pathEvidence, type RungTally, type Sample } from './pathTally';
import { RUNGS } from './rung';

/** The share of the differing requests that the issues explain together. */
const EXPLAINED = 0.95;

/** A relation is told when it explains this many of as many. */
const RELATION_SHOWN = 20;

const MOST_CALLERS = 5;
const MOST_ALONGSIDE = 5;

const SEVERITIES: readonly Severity[] = ['breaking', 'suspicious', 'benign', 'wire'];

/** What the issues of a report are judged by. */
export interface IssueContext {
  readonly ledger: BookLedger;
  readonly alpha: number;
  readonly lineOf: LineOf | undefined;
}

interface Cause {
  readonly tally: PathTally;
  readonly kind: KindTally;
}

function causesOf({ operations }: BookLedger): ReadonlyMap<string, Cause> {
  const causes = new Map<string, Cause>();
  for (const { paths } of operations.values()) {
    for (const tally of paths.values()) {
      for (const kind of tally.kinds.values())
        causes.set(causeOf({ tally, kind: kind.kind }), { tally, kind });
    }
  }
  return causes;
}

const shown = ({ id, at }: Sample) => ({ id, at: new Date(at).toISOString() });

const mostFirst = (
  counts: ReadonlyMap<string, number>,
  most: number,
): readonly (readonly [string, number])[] =>
  [...counts].toSorted(([, one], [, other]) => other - one).slice(0, most);

function callersOf(patterns: readonly Pattern[]): ComparisonIssue['callers'] {
  const counts = new Map<string, number>();
  for (const { callers } of patterns) {
    for (const [caller, requests] of callers) counts.set(caller, (counts.get(caller) ?? 0) + requests);
  }
  return mostFirst(counts, MOST_CALLERS).map(([caller, requests]) => ({ caller, requests }));
}

function alongside(patterns: readonly Pattern[], isSelf: (part: PatternPart) => boolean): string[] {
  const counts = new Map<string, number>();
  for (const { parts, requests } of patterns) {
    for (const part of parts.filter((one) => !isSelf(one))) {
      const name = `${part.kind} at ${part.tally.path}`;
      counts.set(name, (counts.get(name) ?? 0) + requests);
    }
  }
  return mostFirst(counts, MOST_ALONGSIDE).map(([name]) => name);
}

/** The rung that says most. */
const tellingRung = ({ rungs }: PathTally): RungTally =>
  RUNGS.map((rung) => rungs[rung]).reduce((most, one) => (one.onlyV2 > most.onlyV2 ? one : most));

const relationOf = ({ relations }: KindTally): { relation?: string } => {
  const summary = relations.summary();
  const isTold = summary !== undefined && summary.explained === summary.of && summary.of >= RELATION_SHOWN;
  return isTold ? { relation: summary.text } : {};
};

function issueOf(
  { tally, kind }: Cause,
  explains: number,
  patterns: readonly Pattern[],
  { ledger, alpha, lineOf }: IssueContext,
): ComparisonIssue {
  const isSelf = (part: PatternPart) => part.tally === tally && part.kind === kind.kind;
  const its = patterns.filter(({ parts }) => parts.some(isSelf));
  const isProven = ledger.proven.has(tally);
  const { onlyV2, onlyV1 } = tellingRung(tally);
  const live = [...ledger.operations.values()].reduce((sum, { paths }) => sum + paths.size, 0);
  const unfit = mostFirst(kind.unfits, 1)[0]?.[0];
  const line = lineOf?.(tally.operation, tally.path, unfit);
  return {
    operation: tally.operation,
    resource: ledger.operations.get(tally.operation)?.resource ?? '',
    path: tally.path,
    kind: kind.kind,
    severity: kind.severity,
    state: isProven ? 'regression' : 'undecided',
    requests: kind.requests,
    explains,
    evidence: pathEvidence(tally),
    onlyV2,
    onlyV1,
    morePairs: isProven ? 0 : looksUntilProven({ onlyV2, onlyV1, v1: 0, v2: 0 }, live / alpha),
    ...relationOf(kind),
    ...(unfit === undefined ? {} : { unfit }),
    ...(line === undefined ? {} : { line }),
    alongside: alongside(its, isSelf),
    callers: callersOf(its),
    first: shown(kind.first),
    latest: shown(kind.latest),
    smallest: shown(kind.smallest),
  };
}

/** Proven before seen, severe before harmless, then by name. */
function inOrder(causes: ReadonlyMap<string, Cause>, { ledger }: IssueContext) {
  const rank = (name: string): number => {
    const cause = causes.get(name);
    if (cause === undefined) return Infinity;
    return (ledger.proven.has(cause.tally) ? 0 : 10) + SEVERITIES.indexOf(cause.kind.severity);
  };
  return (one: string, other: string) => rank(one) - rank(other) || (one < other ? -1 : 1);
}

/**
 * The fewest causes, each one path and kind, that explain 95% of the requests that differ, those that explain most
 * first; after them what is proven and happens in other requests than those.
 */
export function issuesOf(patterns: readonly Pattern[], context: IssueContext): ComparisonIssue[] {
  const causes = causesOf(context.ledger);
  const all = patterns.map(({ parts, requests }) => ({ causes: parts.map(causeOf), requests }));
  const found = fewestThatExplain(all, EXPLAINED, inOrder(causes, context));
  const named = new Set(all.flatMap((one) => one.causes));
  const unseen = [...causes]
    .filter(([name, { tally }]) => context.ledger.proven.has(tally) && !named.has(name))
    .map(([cause]) => ({ cause, requests: 0 }));
  return [...found, ...unseen].flatMap(({ cause, requests }) => {
    const known = causes.get(cause);
    return known === undefined ? [] : [issueOf(known, requests, patterns, context)];
  });
}
