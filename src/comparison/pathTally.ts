import type { DifferenceKind, Severity } from './difference';
import { noiseEvidence } from './noiseEvidence';
import type { RelationTally } from './relate/createRelationTally';
import { type Rung, RUNGS } from './rung';

/** What happened at one rung of one path. */
export interface RungTally {
  /** Looks at v1's second answer in which only v2's, or only it, broke the rung. */
  onlyV2: number;
  onlyV1: number;
  /** Looks in which v1 broke the rung with itself. */
  v1: number;
  /** Requests in which v2 broke it. */
  v2: number;
}

/** One request to look at. */
export interface Sample {
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
}

/** Everything of one kind at one path. */
export interface KindTally {
  readonly kind: DifferenceKind;
  readonly severity: Severity;
  requests: number;
  /** What explains it. */
  readonly relations: RelationTally;
  /** What of v2's answers did not fit when it happened. */
  readonly unfits: Map<string, number>;
  readonly first: Sample;
  latest: Sample;
  /** The pair with the fewest differences. */
  smallest: Sample & { readonly differences: number };
}

/** One path of one operation's answers. */
export interface PathTally {
  readonly operation: string;
  readonly path: string;
  readonly rungs: Readonly<Record<Rung, RungTally>>;
  /** The furthest that v1 was from itself; 0 until it was. */
  spread: number;
  /** Looks that were taken because of a difference, here or elsewhere. */
  looks: number;
  readonly kinds: Map<DifferenceKind, KindTally>;
}

const emptyRung = (): RungTally => ({ onlyV2: 0, onlyV1: 0, v1: 0, v2: 0 });

/** A path of which nothing is known. */
export const newPathTally = (operation: string, path: string): PathTally => ({
  operation,
  path,
  rungs: {
    exact: emptyRung(),
    spread: emptyRung(),
    format: emptyRung(),
    type: emptyRung(),
    present: emptyRung(),
  },
  spread: 0,
  looks: 0,
  kinds: new Map(),
});

/** The strictest rung at which v1 agrees with itself; undefined when it does at none. */
export const heldRung = ({ rungs }: PathTally): Rung | undefined =>
  RUNGS.find((rung) => rungs[rung].v1 === 0);

/** Most of the stake is on the exact rung, where a change shows first. */
export const EXACT_STAKE = 0.8;

const STAKES: Readonly<Record<Rung, number>> = {
  exact: EXACT_STAKE,
  spread: 0.05,
  format: 0.05,
  type: 0.05,
  present: 0.05,
};

/** The e-value of a path: a mean over its rungs, which is one again. So no rung is chosen by looking at the data. */
export const pathEvidence = ({ rungs }: PathTally): number =>
  RUNGS.reduce((sum, rung) => sum + noiseEvidence(rungs[rung].onlyV2, rungs[rung].onlyV1) * STAKES[rung], 0);
