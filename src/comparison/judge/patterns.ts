import type { Break } from './noiseLevels';
import type { DifferenceKind } from '../compare/difference';
import { breaksRung, countsOfPath, heldRung, type OperationCounts, type PathCounts } from './pathCounts';
import type { KeptDifference } from '../keep/observation';

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
const reach = (distance: number): number => (distance === 0 ? 0 : 2 ** Math.floor(Math.log2(distance)));

const keyOf = (operation: string, patternParts: readonly PatternPart[]): string =>
  [
    operation,
    ...patternParts.map(
      ({ counts, kind, breaks, distance = 0 }) => `${counts.path}\t${kind}\t${breaks}\t${reach(distance)}`,
    ),
  ].join('\n');

/** Requests by pattern; those for which there was no room are counted as overflow. */
export interface Patterns {
  readonly byKey: Map<string, Pattern>;
  overflow: number;
}

/** Counts a request by the pattern of its differences. */
export function countPattern(
  patterns: Patterns,
  operation: string,
  patternParts: readonly PatternPart[],
  caller: string,
): void {
  const { byKey } = patterns;
  const key = keyOf(operation, patternParts);
  const pattern: Pattern = byKey.get(key) ?? {
    operation,
    parts: patternParts,
    requests: 0,
    callers: new Map(),
  };
  if (!byKey.has(key) && byKey.size >= MAX_PATTERNS) {
    patterns.overflow += 1;
    return;
  }
  byKey.set(key, pattern);
  pattern.requests += 1;
  const { callers } = pattern;
  if (callers.has(caller) || callers.size < MAX_PATTERN_CALLERS)
    callers.set(caller, (callers.get(caller) ?? 0) + 1);
}

/**
 * True for a difference that a client may notice: one at a path that is a proven regression, or one that breaks the
 * strictest rung at which v1 agrees with itself. If v1 never differed from itself, that is every difference, even the
 * first: noise has to be shown before it excuses anything.
 */
export function isNoticed(
  counts: PathCounts,
  { breaks, distance = 0 }: Break,
  proven: ReadonlySet<PathCounts>,
): boolean {
  if (proven.has(counts)) return true;
  const heldLevel = heldRung(counts);
  return heldLevel !== undefined && breaksRung({ breaks, distance }, heldLevel, counts);
}

/** Returns the parts of the pattern that differences make, one for each. */
export const patternParts = (
  operation: OperationCounts,
  differences: readonly KeptDifference[],
): readonly PatternPart[] =>
  differences.map(({ path, kind, breaks, distance }) => ({
    counts: countsOfPath(operation, path),
    kind,
    breaks,
    ...(distance === undefined ? {} : { distance }),
  }));

/** Keeps one part for each path and kind: of an array the one with the largest distance. */
export function distinct(patternParts: readonly PatternPart[]): readonly PatternPart[] {
  const partsByName = new Map<string, PatternPart>();
  for (const patternPart of patternParts) {
    const key = `${patternPart.counts.path} ${patternPart.kind}`;
    const namesake = partsByName.get(key);
    if (namesake === undefined || (namesake.distance ?? 0) < (patternPart.distance ?? 0))
      partsByName.set(key, patternPart);
  }
  return [...partsByName.values()];
}
