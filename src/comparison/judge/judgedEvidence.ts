import type { ComparisonReport } from '../report/comparisonReport';
import type { Difference } from '../compare/difference';
import type { IgnoreRule } from '../compare/ignoreRules';
import type { Observed } from '../keep/observation';
import { createPatterns, isNoticed, type Pattern, type Patterns } from './patterns';
import { createRecent } from './recentRequests';
import { createRuleHits, type RuleHits } from './ruleHits';
import { type OperationCounts, type PathCounts, pathEvidence } from './pathCounts';
import type { Resolution } from './resolutions';

/** Judgement of one request after noise is separated from change. */
export interface Verdict {
  /** False for a request that is no evidence: not compared, or repeated too often within its hour. */
  readonly counts: boolean;
  /** True when a client would have noticed, or might have: without certainty v2 is to blame. */
  readonly differs: boolean;
}

/** Options of createComparisonJudge. */
export interface JudgeOptions {
  /** Hash of mapping, rules and version of the observations. */
  readonly epoch: string;
  /** False for observations of another epoch, which do not count; default: those of `epoch` count. */
  readonly isCurrent?: (observed: Observed) => boolean;
  readonly rules: readonly IgnoreRule[];
  /** Resolutions of causes, of which the latest wins; default: none. */
  readonly resolutions?: readonly Resolution[];
  /** Share of requests that may differ; default 0.005. */
  readonly budget?: number;
  /** Share of reported regressions that may be false; default 0.05. */
  readonly alpha?: number;
  /** False when v1 cannot be asked again (switched off, or a recording): then its one answer is the truth. */
  readonly canAskAgain?: boolean;
  /**
   * Finds the mapping line, `file:line`, that makes the value at a path of an operation's answer, or that could not
   * read a contract violation.
   */
  readonly lineOf?: LineOf;
}

/** Finds mapping lines: see `originsIn`. */
export type LineOf = (operation: string, path: string, unfit?: string) => string | undefined;

/** All evidence of one epoch, in bounded memory. */
export interface ComparisonJudge {
  readonly add: (observed: Observed) => Verdict;
  /**
   * True while it is undecided whether the differences are noise: then one more call of v1 is worth its cost. The
   * observation then has `controlled: 'becauseDifferent'`.
   */
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  /**
   * Makes a report at an instant (clock ms), without the rules that have expired by then; another budget is more or
   * less strict.
   */
  readonly report: (now: number, budget?: number) => ComparisonReport;
}

/** One client, by the fingerprint of its key. */
interface CallerCounts {
  compared: number;
  /** Clock ms. */
  latest: number;
}

/** Clients counted separately; further ones count together. */
const MAX_COUNTED_CALLERS = 10_000;

/** Name for all further clients together. */
const FURTHER_CALLERS = '(further callers)';

/** Counts compared requests by caller. */
interface Callers {
  /** Returns the name under which the caller counts. */
  readonly add: (caller: string, at: number) => string;
  readonly all: () => ReadonlyMap<string, CallerCounts>;
}

/** Makes an empty count of callers. */
function createCallers(): Callers {
  const callers = new Map<string, CallerCounts>();
  return {
    add: (caller, at) => {
      const name = callers.has(caller) || callers.size < MAX_COUNTED_CALLERS ? caller : FURTHER_CALLERS;
      const counts = callers.get(name) ?? { compared: 0, latest: at };
      callers.set(name, counts);
      counts.compared += 1;
      counts.latest = Math.max(counts.latest, at);
      return name;
    },
    all: () => callers,
  };
}

/** All evidence that a judge has collected. */
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

/** Makes empty evidence. */
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

/** Counts the requests of a resource that are evidence. */
export const countedOf = ({ operations }: JudgedEvidence, resource: string): number =>
  [...operations.values()].reduce(
    (sum, operation) => sum + (operation.resource === resource ? operation.compared : 0),
    0,
  );

/**
 * Selects the proven e-values, so that at most a share of `alpha` of them is false: e-BH (Wang and Ramdas 2022), which
 * holds for any dependence between the values. It takes the top k, k the largest with the kth value at least
 * m / (alpha k) among m.
 */
export function provenAmong<Key>(values: ReadonlyMap<Key, number>, alpha: number): ReadonlySet<Key> {
  const sorted = [...values].toSorted(([, evidence1], [, evidence2]) => evidence2 - evidence1);
  const lastRank = sorted.findLastIndex(([, value], index) => value * alpha * (index + 1) >= sorted.length);
  return new Set(sorted.slice(0, lastRank + 1).map(([key]) => key));
}

/** Lists all paths with a difference, which are judged together. */
const livePaths = ({ operations }: JudgedEvidence): readonly PathCounts[] =>
  [...operations.values()].flatMap(({ paths }) => [...paths.values()]);

/**
 * Lists the paths that are proven regressions; if v1 cannot be asked again, all paths with a difference. v1 is not
 * asked again where v2 does not answer: an outage proves nothing about the answers before and after it.
 */
export function provenPaths(
  ledger: JudgedEvidence,
  { alpha, canAskAgain }: { readonly alpha: number; readonly canAskAgain: boolean },
): ReadonlySet<PathCounts> {
  const live = livePaths(ledger);
  if (!canAskAgain) return new Set(live);
  const judged = new Map(live.map((counts) => [counts, pathEvidence(counts)]));
  return provenAmong(judged, alpha);
}

/** Lists the patterns by present knowledge, without the differences that have turned out to be noise. */
export function noticedPatterns({ patterns, proven }: JudgedEvidence): readonly Pattern[] {
  return [...patterns.all()].flatMap((pattern) => {
    const patternParts = pattern.parts.filter((patternPart) =>
      isNoticed(patternPart.counts, patternPart, proven),
    );
    return patternParts.length === 0 ? [] : [{ ...pattern, parts: patternParts }];
  });
}
