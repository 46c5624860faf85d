/** What a move forward requires of the evidence. Rates are shares from 0 to 1. */
export interface Requirements {
  /** Compared requests that may differ. */
  readonly differing: number;
  /** How far v2's share of errors may lie above v1's. */
  readonly errorTolerance: number;
  /** v2's 95th percentile of latency may be this many times v1's, and so many ms more. */
  readonly latencyTimes: number;
  readonly latencyMore: number;
  /** Estimated share of traffic whose kind has never been compared (Good-Turing). */
  readonly unseen: number;
  /** What must have been compared: the operations that clients use, all, or these. */
  readonly operations: 'used' | 'all' | readonly string[];
  /** How far back, in days, what clients use is looked for. */
  readonly usedDays: number;
  /** Callers with at least this share of the traffic must each have been compared. */
  readonly callerShare: number;
  /** Least time in the present stage, ms. */
  readonly dwell: number;
}

const HOUR = 3_600_000;

/** What is required unless a step of the plan says otherwise. */
export const standardRequirements: Requirements = {
  differing: 0.005,
  errorTolerance: 0.01,
  latencyTimes: 1.5,
  latencyMore: 50,
  unseen: 0.005,
  operations: 'used',
  usedDays: 14,
  callerShare: 0.01,
  dwell: HOUR,
};
