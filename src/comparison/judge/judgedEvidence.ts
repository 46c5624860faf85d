import type { IgnoreRule } from '../compare/ignoreRules';
import type { KeptDifference, SeenPair } from '../keep/observation';
import type { DifferenceKind } from '../compare/difference';
import type { Break } from './noiseLevels';
import { createRuleHits } from './ruleHits';
import {
  isLevelBroken,
  countsOfPath,
  strictestHeldLevel,
  type OperationCounts,
  type PathCounts,
  pathEvidence,
} from './pathCounts';
import type { Resolution } from './resolutions';
import { addToCount } from '../../contract/recent';
import { createRequestMemory } from './weighObservation';

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
  readonly isCurrent?: (observed: SeenPair) => boolean;
  readonly rules: readonly IgnoreRule[];
  /** Resolutions of causes, of which the latest wins; default: none. */
  readonly resolutions?: readonly Resolution[];
  /** Share of requests that may differ; default 0.005. */
  readonly budget?: number;
  /** Share of reported regressions that may be false; default 0.05. */
  readonly alpha?: number;
  /** False when v1 cannot be asked again (switched off, or a recording): then its one answer is the truth. */
  readonly canAskAgain?: boolean;
  /** Finds the mapping line, `file:line`, that makes the value at a path or could not read a violation. */
  readonly lineOf?: LineOf;
}

/** Finds mapping lines: see `createOriginsFinder`. */
export type LineOf = (operation: string, path: string, unfit?: string) => string | undefined;

/** One client, by the fingerprint of its key. */
interface CallerCounts {
  readonly compared: number;
  /** Clock ms. */
  readonly latest: number;
}

/** Clients counted separately; further ones count together. */
const MAX_COUNTED_CALLERS = 10_000;

const FURTHER_CALLERS = '(further callers)';

/** Counts a compared request. Returns the name under which its caller counts. */
export function countCaller(
  { callers }: Pick<JudgedEvidence, 'callers'>,
  caller: string,
  at: number,
): string {
  const name = callers.has(caller) || callers.size < MAX_COUNTED_CALLERS ? caller : FURTHER_CALLERS;
  const { compared, latest } = callers.get(name) ?? { compared: 0, latest: at };
  callers.set(name, { compared: compared + 1, latest: Math.max(latest, at) });
  return name;
}

/** All evidence that a judge has collected. */
export type JudgedEvidence = ReturnType<typeof newJudgedEvidence>;

/** Creates empty evidence. */
export const newJudgedEvidence = ({ rules }: JudgeOptions) => ({
  operations: new Map<string, OperationCounts>(),
  outcomes: new Map<string, number>(),
  repeated: 0,
  /** Paths that are proven regressions. */
  proven: new Set<PathCounts>() as ReadonlySet<PathCounts>,
  patterns: new Map<string, Pattern>(),
  /** Requests whose pattern found no room. */
  withoutPattern: 0,
  callers: new Map<string, CallerCounts>(),
  rules: createRuleHits(rules),
  recent: createRequestMemory(),
});

/** Counts the requests of a resource that are evidence. */
export const countEvidence = ({ operations }: JudgedEvidence, resource: string): number =>
  [...operations.values()]
    .filter((operation) => operation.resource === resource)
    .reduce((sum, { compared }) => sum + compared, 0);

/**
 * Selects the proven e-values, so that at most a share of `alpha` of them is false: e-BH (Wang and Ramdas 2022), which
 * holds for any dependence between the values. It takes the top k, k the largest with the kth value at least
 * m / (alpha k) among m.
 */
export function selectProven<Key>(values: ReadonlyMap<Key, number>, alpha: number): ReadonlySet<Key> {
  const sorted = [...values].toSorted(([, evidence1], [, evidence2]) => evidence2 - evidence1);
  const lastRank = sorted.findLastIndex(([, value], index) => value * alpha * (index + 1) >= sorted.length);
  return new Set(sorted.slice(0, lastRank + 1).map(([key]) => key));
}

/**
 * Lists the paths that are proven regressions. If v1 cannot be asked again, lists all paths with a difference. v1 is
 * not asked again where v2 does not answer: an outage proves nothing about the answers before and after it.
 */
export function listProvenPaths(
  { operations }: JudgedEvidence,
  { alpha, canAskAgain }: { readonly alpha: number; readonly canAskAgain: boolean },
): ReadonlySet<PathCounts> {
  // All paths with a difference are judged together.
  const live = [...operations.values()].flatMap(({ paths }) => [...paths.values()]);
  if (!canAskAgain) return new Set(live);
  return selectProven(new Map(live.map((counts) => [counts, pathEvidence(counts)])), alpha);
}

/** One difference of a pattern: path, kind and distance. */
export interface PatternPart extends Break {
  readonly counts: PathCounts;
  readonly kind: DifferenceKind;
}

/** Requests with the same differences. */
export interface Pattern {
  readonly operation: string;
  readonly parts: readonly PatternPart[];
  requests: number;
  readonly callers: Map<string, number>;
}

/** Patterns counted separately, and callers of each. */
const MAX_PATTERNS = 5_000;
const MAX_PATTERN_CALLERS = 200;

/** Rounds distances down to a power of two, so that a counter that moves is not a new pattern every time. */
const roundDown = (distance: number): number => (distance === 0 ? 0 : 2 ** Math.floor(Math.log2(distance)));

/** Counts a request by the pattern of its differences. */
export function countPattern(
  ledger: JudgedEvidence,
  operation: string,
  patternParts: readonly PatternPart[],
  caller: string,
): void {
  const { patterns } = ledger;
  const partNames = patternParts.map(
    ({ counts, kind, breaks, distance = 0 }) => `${counts.path}\t${kind}\t${breaks}\t${roundDown(distance)}`,
  );
  const key = [operation, ...partNames].join('\n');
  const pattern = patterns.get(key) ?? {
    operation,
    parts: patternParts,
    requests: 0,
    callers: new Map<string, number>(),
  };
  if (!patterns.has(key) && patterns.size >= MAX_PATTERNS) {
    ledger.withoutPattern += 1;
    return;
  }
  patterns.set(key, pattern);
  pattern.requests += 1;
  const { callers } = pattern;
  if (callers.has(caller) || callers.size < MAX_PATTERN_CALLERS) addToCount(callers, caller, 1);
}

/**
 * Recognizes a difference that a client may notice: one at a path that is a proven regression, or one that breaks the
 * strictest level at which v1 agrees with itself. If v1 never differed from itself, that is every difference, even the
 * first: noise has to be shown before it excuses anything.
 */
export function isNoticed(
  counts: PathCounts,
  { breaks, distance = 0 }: Break,
  { proven }: Pick<JudgedEvidence, 'proven'>,
): boolean {
  if (proven.has(counts)) return true;
  const heldLevel = strictestHeldLevel(counts);
  return heldLevel !== undefined && isLevelBroken({ breaks, distance }, heldLevel, counts);
}

/** Lists the differences that a client may notice, one for each path and kind: of an array that of the largest distance. */
export function listNoticedParts(
  ledger: JudgedEvidence,
  operation: OperationCounts,
  differences: readonly KeptDifference[],
): readonly PatternPart[] {
  const patternParts = differences
    .map(({ path, kind, breaks, distance = 0 }) => {
      const counts = countsOfPath(operation, path);
      return { counts, kind, breaks, distance };
    })
    .filter((patternPart) => isNoticed(patternPart.counts, patternPart, ledger));
  return [...Map.groupBy(patternParts, ({ counts, kind }) => `${counts.path} ${kind}`).values()].flatMap(
    (alike) => alike.toSorted((part1, part2) => part2.distance - part1.distance)[0] ?? [],
  );
}

/** Lists the patterns by present knowledge, without the differences that have turned out to be noise. */
export const listNoticedPatterns = (ledger: JudgedEvidence): readonly Pattern[] =>
  [...ledger.patterns.values()]
    .map((pattern) => ({
      ...pattern,
      parts: pattern.parts.filter((patternPart) => isNoticed(patternPart.counts, patternPart, ledger)),
    }))
    .filter(({ parts }) => parts.length > 0);
