import type { DifferenceKind, Severity } from '../compare/difference';
import type { RelationCounts } from './relationCounts';
import { type Rung, RUNGS } from './rungs';

/** How often, of the pairs in which only one side differs, it is v2: what the alternative bets on, with equal weights. */
const SHARES = [0.52, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 0.97, 0.999] as const;

/** What each bet wins and loses by, as logarithms. */
const BETS = SHARES.map((share) => ({ won: Math.log(2 * share), lost: Math.log(2 * (1 - share)) }));

/** Beyond this an e-value says nothing more, and JSON would have no number for it. */
const MOST_EVIDENCE = 1e300;

/**
 * The e-value against "v2 differs from v1 no more often than v1 from itself". Where only one of the two differs, that
 * is a fair coin then: `onlyV2` heads and `onlyV1` tails. It is a martingale, so it may be looked at after every pair
 * (Ville's inequality). Thresholds on rates miss a field that differs in 60% of the pairs where v1 does in 50%.
 */
export function noiseEvidence(onlyV2: number, onlyV1: number): number {
  if (onlyV2 === 0 && onlyV1 === 0) return 1;
  const value = BETS.reduce((sum, { won, lost }) => sum + Math.exp(onlyV2 * won + onlyV1 * lost), 0);
  return Math.min(value / BETS.length, MOST_EVIDENCE);
}

/** What happened at one rung of one path. */
export interface RungCounts {
  /** Looks at v1's second answer in which only v2's, or only it, broke the rung. */
  onlyV2: number;
  onlyV1: number;
  /** Looks in which v1 broke the rung with itself. */
  v1: number;
  /** Requests in which v2 broke it. */
  v2: number;
}

/** One request to look at. */
export interface SampleReference {
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
}

/** Everything of one kind at one path. */
export interface KindCounts {
  readonly kind: DifferenceKind;
  readonly severity: Severity;
  requests: number;
  /** What explains it. */
  readonly relations: RelationCounts;
  /** What of v2's answers did not fit when it happened. */
  readonly unfits: Map<string, number>;
  readonly first: SampleReference;
  latest: SampleReference;
  /** The pair with the fewest differences. */
  smallest: SampleReference & { readonly differences: number };
}

/** One path of one operation's answers. */
export interface PathCounts {
  readonly operation: string;
  readonly path: string;
  readonly rungs: Readonly<Record<Rung, RungCounts>>;
  /** The furthest that v1 was from itself; 0 until it was. */
  spread: number;
  /** Looks that were taken because of a difference, here or elsewhere. */
  looks: number;
  readonly kinds: Map<DifferenceKind, KindCounts>;
}

const emptyRung = (): RungCounts => ({ onlyV2: 0, onlyV1: 0, v1: 0, v2: 0 });

/** A path of which nothing is known. */
const newPathCounts = (operation: string, path: string): PathCounts => ({
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
export const heldRung = ({ rungs }: PathCounts): Rung | undefined =>
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
export const pathEvidence = ({ rungs }: PathCounts): number =>
  RUNGS.reduce((sum, rung) => sum + noiseEvidence(rungs[rung].onlyV2, rungs[rung].onlyV1) * STAKES[rung], 0);

/** Paths told apart per operation. */
const MOST_PATHS = 2_000;

/** Stands for all paths beyond them. */
const FURTHER_PATHS = '(further paths)';

/** One operation's evidence. */
export interface OperationCounts {
  readonly operation: string;
  readonly resource: string;
  compared: number;
  /** Requests for which v1 was asked once more by lot. */
  looks: number;
  readonly paths: Map<string, PathCounts>;
}

/** An operation of which nothing is known. */
export const newOperationCounts = (operation: string, resource: string): OperationCounts => ({
  operation,
  resource,
  compared: 0,
  looks: 0,
  paths: new Map(),
});

/** The tally of a path, new where there is none; the one for all further paths where there is no room. */
export function pathOf({ operation, paths }: OperationCounts, path: string): PathCounts {
  const name = paths.has(path) || paths.size < MOST_PATHS ? path : FURTHER_PATHS;
  const known = paths.get(name);
  if (known !== undefined) return known;
  const tally = newPathCounts(operation, name);
  paths.set(name, tally);
  return tally;
}

/** True when paths found no room. */
export const hasOverflown = ({ paths }: OperationCounts): boolean => paths.has(FURTHER_PATHS);
