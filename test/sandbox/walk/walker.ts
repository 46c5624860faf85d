import type { Json } from '../../../src/contract/json';
import type { Random } from '../../../src/sandbox/values/random';
import type { Answered } from '../support/callSandbox';
import type { Model } from './model';

/** Parts of every step of a walk. */
export interface Walker {
  readonly random: Random;
  readonly model: Model;
  readonly call: (call: string, body?: Json) => Promise<Answered>;
  /** Asks for a buyer's step; `path` is below the control API. */
  readonly play: (path: string, body?: Json) => Promise<Answered>;
}

/** One step: does something to the marketplace and the model, and expects both to agree. */
export type Step = (walker: Walker) => Promise<void>;

/** Draws an existing id, now and then a missing one; 1 if there is none. */
export function someId(random: Random, ids: Iterable<number>): number {
  const [first, ...rest] = ids;
  return first === undefined || random.once(25) ? 1 : random.pick([first, ...rest]);
}

/** The expected status: 404 for a missing resource, 422 for a refused step, else the given success. */
export function dueStatus(isThere: boolean, isAllowed: boolean, success: 200 | 201 = 200): number {
  if (!isThere) return 404;
  return isAllowed ? success : 422;
}
