import type { Break } from './noiseLevels';
import type { DifferenceKind } from '../compare/difference';
import { countsOfPath, heldRung, type OperationCounts, type PathCounts } from './pathCounts';
import { breaksRung } from './brokenPaths';
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
const MOST_PATTERNS = 5_000;
const MOST_CALLERS = 200;

/** Rounds distances down to a power of two, so that a counter that moves is not a new pattern every time. */
const reach = (distance: number): number => (distance === 0 ? 0 : 2 ** Math.floor(Math.log2(distance)));

const keyOf = (operation: string, parts: readonly PatternPart[]): string =>
  [
    operation,
    ...parts.map(
      ({ counts, kind, breaks, distance = 0 }) => `${counts.path}\t${kind}\t${breaks}\t${reach(distance)}`,
    ),
  ].join('\n');

/** Counts requests by pattern; patterns without room are counted as overflow. */
export interface Patterns {
  readonly add: (operation: string, parts: readonly PatternPart[], caller: string) => void;
  readonly all: () => Iterable<Pattern>;
  readonly overflow: () => number;
}

/** Makes an empty count of patterns. */
export function createPatterns(): Patterns {
  const patterns = new Map<string, Pattern>();
  let overflow = 0;
  return {
    add: (operation, parts, caller) => {
      const key = keyOf(operation, parts);
      const known = patterns.get(key);
      if (known === undefined && patterns.size >= MOST_PATTERNS) {
        overflow += 1;
        return;
      }
      const pattern = known ?? { operation, parts, requests: 0, callers: new Map<string, number>() };
      patterns.set(key, pattern);
      pattern.requests += 1;
      if (pattern.callers.has(caller) || pattern.callers.size < MOST_CALLERS) {
        pattern.callers.set(caller, (pattern.callers.get(caller) ?? 0) + 1);
      }
    },
    all: () => patterns.values(),
    overflow: () => overflow,
  };
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
  const held = heldRung(counts);
  return held !== undefined && breaksRung({ breaks, distance }, held, counts);
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
export function distinct(parts: readonly PatternPart[]): readonly PatternPart[] {
  const kept = new Map<string, PatternPart>();
  for (const part of parts) {
    const key = `${part.counts.path} ${part.kind}`;
    const before = kept.get(key);
    if (before === undefined || (before.distance ?? 0) < (part.distance ?? 0)) kept.set(key, part);
  }
  return [...kept.values()];
}
