import type { Side, Stage } from './stage';

/** Why nothing moves forward, and until when (clock ms); without an end until a person releases it. */
export interface Hold {
  readonly reason: string;
  readonly until: number | undefined;
}

/** All that is set for one resource: the fold of its events. */
export interface CutoverState {
  readonly stage: Stage;
  /** Since when the stage holds, clock ms. */
  readonly since: number;
  /** Who moved it there; empty before the first move. */
  readonly by: string;
  readonly held: Hold | undefined;
  /** Everything to v1, whatever the stage. */
  readonly killed: boolean;
  /** Callers whose side a person has chosen, by the fingerprint of their key. */
  readonly pins: ReadonlyMap<string, Side>;
  /** Names what the evidence was collected with: mapping, ignore rules, version. Empty before the first event. */
  readonly epoch: string;
  /** Automatic moves back since a person last moved the resource forward. */
  readonly strikes: number;
  /** No automatic move forward before this instant, clock ms. */
  readonly coolUntil: number;
  /** Steps of the plan that have had their one chance. */
  readonly closedSteps: ReadonlySet<string>;
}
