import type { Cause, Change } from './change';

/** A change as it is about to be written down. */
export interface Entry {
  /** Clock ms. */
  readonly at: number;
  /** Who asked for it; `lifeboat` for what the gateway does by itself. */
  readonly actor: string;
  readonly resource: string;
  /** The stage before it, as people write it. */
  readonly from: string;
  readonly change: Change;
  readonly cause: Cause;
  readonly reason: string;
  /** The sentences of the gate at that moment; empty when it was not asked. */
  readonly evidence: readonly string[];
  /** The step of the plan that it carries out; empty for none. */
  readonly step: string;
  /** The epoch of evidence that was in force. */
  readonly mappingHash: string;
}

/** One line of the log: append-only, each bound to the one before. */
export interface StageEvent extends Entry {
  /** Counts from 1 without a gap. */
  readonly seq: number;
  /** `hash` of the line before; 64 zeros for the first. */
  readonly prevHash: string;
  /** SHA-256 of all other members. */
  readonly hash: string;
}
