import type { Json } from '../../../src/contract/json';
import type { Random } from '../../../src/sandbox/values/random';
import type { Answered } from '../support/callSandbox';
import type { Model } from './model';

/** What every step of a walk has. */
export interface Walker {
  readonly random: Random;
  readonly model: Model;
  readonly call: (call: string, body?: Json) => Promise<Answered>;
  /** Asks for a buyer's step; `path` is below the control API. */
  readonly play: (path: string, body?: Json) => Promise<Answered>;
}

/** One step: does something to the marketplace and the model, and expects both to agree. */
export type Step = (walker: Walker) => Promise<void>;

/** An id that is there, now and then one that is not; 1 when there is none. */
export function someId(random: Random, ids: Iterable<number>): number {
  const [first, ...rest] = ids;
  return first === undefined || random.once(25) ? 1 : random.pick([first, ...rest]);
}

/** The status that is due: 404 for what is not there, 422 for what is refused, else the given success. */
export function dueStatus(isThere: boolean, isAllowed: boolean, success: 200 | 201 = 200): number {
  if (!isThere) return 404;
  return isAllowed ? success : 422;
}
