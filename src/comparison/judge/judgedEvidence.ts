import type { ComparisonReport } from '../report/comparisonReport';
import type { Difference } from '../compare/difference';
import type { IgnoreRule } from '../compare/ignoreRules';
import type { KeptDifference, Observed } from '../keep/observed';
import { createPatterns, isNoticed, type Pattern, type Patterns } from './patterns';
import { createRecent } from './weighObservation';
import { createRuleHits, type RuleHits } from './ruleHits';
import { type OperationCounts, type PathCounts, pathEvidence } from './pathCounts';

/** What a request says once noise is told from change. */
export interface Verdict {
  /** False for a request that was not compared, or that was seen often enough within its hour: no evidence. */
  readonly counts: boolean;
  /** True when a client would have noticed, or might have: in doubt v2 is to blame. */
  readonly differs: boolean;
}

/** An issue that a person has called mended: what was seen before counts no more for it. */
export interface Resolution {
  readonly operation: string;
  readonly path: string;
  readonly kind: string;
  /** Clock ms. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** What is judged how strictly. */
export interface JudgeOptions {
  /** Names what the observations were made with (mapping, rules, version). */
  readonly epoch: string;
  /** False for an observation that was made with something else and does not count; those of `epoch` unless told. */
  readonly isCurrent?: (observed: Observed) => boolean;
  readonly rules: readonly IgnoreRule[];
  /** The latest wins of those for one cause; none unless told. */
  readonly resolutions?: readonly Resolution[];
  /** The share of requests that may differ; 0.005 unless told. */
  readonly budget?: number;
  /** The share of regressions told that may be none; 0.05 unless told. */
  readonly alpha?: number;
  /** False where v1 cannot be asked again (it is gone, or answers from a recording): then it is taken at its word. */
  readonly canAskAgain?: boolean;
  /**
   * The mapping line, `file:line`, that makes what is at a path of an operation's answer, or that could not read what
   * did not fit; absent where none does.
   */
  readonly lineOf?: LineOf;
}

/** Finds mapping lines: see `originsIn`. */
export type LineOf = (operation: string, path: string, unfit?: string) => string | undefined;

/** All evidence of one epoch, in bounded memory. */
export interface ComparisonJudge {
  readonly add: (observed: Observed) => Verdict;
  /**
   * True while it is not decided whether what differs there is noise: then asking v1 once more is worth a call. The
   * observation says `controlled: 'becauseDifferent'` afterwards.
   */
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  /** At an instant, clock ms: what has expired depends on it. Another budget judges the same evidence more or less strictly. */
  readonly report: (now: number, budget?: number) => ComparisonReport;
}

/** One client, by the fingerprint of its key. */
interface CallerCounts {
  compared: number;
  /** Clock ms. */
  latest: number;
}

/** Clients told apart; further ones count together. */
const MOST_CALLERS = 10_000;

/** Stands for all clients beyond them. */
const FURTHER_CALLERS = '(further callers)';

/** Counts what was compared of whom. */
interface Callers {
  /** Gives the name under which the caller counts. */
  readonly add: (caller: string, at: number) => string;
  readonly all: () => ReadonlyMap<string, CallerCounts>;
}

/** No clients yet. */
function createCallers(): Callers {
  const callers = new Map<string, CallerCounts>();
  return {
    add: (caller, at) => {
      const name = callers.has(caller) || callers.size < MOST_CALLERS ? caller : FURTHER_CALLERS;
      const tally = callers.get(name) ?? { compared: 0, latest: at };
      callers.set(name, tally);
      tally.compared += 1;
      tally.latest = Math.max(tally.latest, at);
      return name;
    },
    all: () => callers,
  };
}

/** Everything a book has written down. */
export interface JudgedEvidence {
  readonly operations: Map<string, OperationCounts>;
  readonly outcomes: Map<string, number>;
  repeated: number;
  /** Paths that are proven regressions. */
  proven: ReadonlySet<PathCounts>;
  readonly patterns: Patterns;
  readonly callers: Callers;
  readonly rules: RuleHits;
  readonly recent: ReturnType<typeof createRecent>;
}

/** Nothing written down yet. */
export const newJudgedEvidence = ({ rules }: JudgeOptions): JudgedEvidence => ({
  operations: new Map(),
  outcomes: new Map(),
  repeated: 0,
  proven: new Set(),
  patterns: createPatterns(),
  callers: createCallers(),
  rules: createRuleHits(rules),
  recent: createRecent(),
});

/**
 * Which of several e-values are proven, so that of those told at most a share of `alpha` is none: e-BH (Wang and Ramdas
 * 2022), which holds however the values depend on each other. The top k are taken, k the largest with the kth value at
 * least m / (alpha k) among m.
 */
export function provenAmong<Key>(values: ReadonlyMap<Key, number>, alpha: number): ReadonlySet<Key> {
  const sorted = [...values].toSorted(([, one], [, other]) => other - one);
  const taken = sorted.findLastIndex(([, value], index) => value * alpha * (index + 1) >= sorted.length);
  return new Set(sorted.slice(0, taken + 1).map(([key]) => key));
}

/** All paths at which anything ever differed: those that are judged together. */
const livePaths = ({ operations }: JudgedEvidence): readonly PathCounts[] =>
  [...operations.values()].flatMap(({ paths }) => [...paths.values()]);

/**
 * The paths that are proven regressions; where v1 cannot be asked again, all at which v2 differs. That v2 gave no answer
 * where v1 gave one needs no second look at v1.
 */
export function provenPaths(
  ledger: JudgedEvidence,
  { alpha, canAskAgain }: { readonly alpha: number; readonly canAskAgain: boolean },
): ReadonlySet<PathCounts> {
  const live = livePaths(ledger);
  if (!canAskAgain) return new Set(live);
  const unanswered = live.filter(({ kinds }) => kinds.has('unavailable'));
  const judged = new Map(live.map((tally) => [tally, pathEvidence(tally)]));
  return new Set([...provenAmong(judged, alpha), ...unanswered]);
}

/** Ways to differ as they look now: what has turned out to be noise since is no longer told. */
export function noticedPatterns({ patterns, proven }: JudgedEvidence): readonly Pattern[] {
  return [...patterns.all()].flatMap((pattern) => {
    const parts = pattern.parts.filter((part) => isNoticed(part.tally, part, proven));
    return parts.length === 0 ? [] : [{ ...pattern, parts }];
  });
}

type ResolvedCause = Pick<Resolution, 'operation' | 'path' | 'kind'>;

/** What was called mended, and when. */
export interface Resolved {
  /** The latest resolution of a cause. */
  readonly of: (cause: ResolvedCause) => Resolution | undefined;
  /** An observation without what was mended after it; undefined where nothing else is left of it. */
  readonly without: (observed: Observed) => Observed | undefined;
}

const nameOf = ({ operation, path, kind }: ResolvedCause): string => `${operation} ${path} ${kind}`;

/** Puts resolutions in force. A request that only what is mended made different says nothing, good or bad. */
export function createResolved(resolutions: readonly Resolution[]): Resolved {
  const latest = new Map(
    [...resolutions].sort((one, other) => one.at - other.at).map((one) => [nameOf(one), one]),
  );
  const of = (cause: ResolvedCause): Resolution | undefined => latest.get(nameOf(cause));
  const isMended = ({ operation, at }: Observed, { path, kind }: KeptDifference): boolean =>
    at <= (of({ operation, path, kind })?.at ?? -Infinity);
  return {
    of,
    without: (observed) => {
      if (latest.size === 0) return observed;
      const differences = observed.differences.filter((difference) => !isMended(observed, difference));
      if (differences.length === observed.differences.length) return observed;
      return differences.length === 0 ? undefined : { ...observed, differences };
    },
  };
}
