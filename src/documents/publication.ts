import type { Fixture } from '../mapping/loadFixtures';
import type { Operation } from '../mapping/operation';
import type { ResolvedResource } from '../mapping/resolveFile';

/** A way in which an operation can end badly, as the gateway's table has it. */
export interface DocumentedProblem {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** All that the documents are made of: nothing else goes in, so the same publication gives the same bytes. */
export interface Publication {
  readonly resources: readonly ResolvedResource[];
  /** Examples are taken from these. */
  readonly fixtures: readonly Fixture[];
  /** Names the mapping texts that the documents describe. */
  readonly hash: string;
  /** The version of Lifeboat. */
  readonly version: string;
  readonly problemsOf: (operation: Operation) => readonly DocumentedProblem[];
}
