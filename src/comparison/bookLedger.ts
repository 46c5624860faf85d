import type { BookOptions } from './book';
import { createCallers, type Callers } from './createCallers';
import { createPatterns, type Patterns } from './createPatterns';
import { createRecent } from './createRecent';
import { createRuleHits, type RuleHits } from './createRuleHits';
import type { OperationTally } from './operationTally';
import type { PathTally } from './pathTally';

/** Everything a book has written down. */
export interface BookLedger {
  readonly operations: Map<string, OperationTally>;
  readonly outcomes: Map<string, number>;
  repeated: number;
  /** Paths that are proven regressions. */
  proven: ReadonlySet<PathTally>;
  readonly patterns: Patterns;
  readonly callers: Callers;
  readonly rules: RuleHits;
  readonly recent: ReturnType<typeof createRecent>;
}

/** Nothing written down yet. */
export const newLedger = ({ rules }: BookOptions): BookLedger => ({
  operations: new Map(),
  outcomes: new Map(),
  repeated: 0,
  proven: new Set(),
  patterns: createPatterns(),
  callers: createCallers(),
  rules: createRuleHits(rules),
  recent: createRecent(),
});
