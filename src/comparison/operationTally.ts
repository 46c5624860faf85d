import { newPathTally, type PathTally } from './pathTally';

/** Paths told apart per operation. */
const MOST_PATHS = 2_000;

/** Stands for all paths beyond them. */
const FURTHER = '(further paths)';

/** One operation's evidence. */
export interface OperationTally {
  readonly operation: string;
  readonly resource: string;
  compared: number;
  /** Requests for which v1 was asked once more by lot. */
  looks: number;
  readonly paths: Map<string, PathTally>;
}

/** An operation of which nothing is known. */
export const newOperationTally = (operation: string, resource: string): OperationTally => ({
  operation,
  resource,
  compared: 0,
  looks: 0,
  paths: new Map(),
});

/** The tally of a path, new where there is none; the one for all further paths where there is no room. */
export function pathOf({ operation, paths }: OperationTally, path: string): PathTally {
  const name = paths.has(path) || paths.size < MOST_PATHS ? path : FURTHER;
  const known = paths.get(name);
  if (known !== undefined) return known;
  const tally = newPathTally(operation, name);
  paths.set(name, tally);
  return tally;
}

/** True when paths found no room. */
export const hasOverflown = ({ paths }: OperationTally): boolean => paths.has(FURTHER);
