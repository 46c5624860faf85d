import type { Json } from '../contract/json';
import type { FixtureCase } from './fixture';
import type { Method } from './operation';

/** A request to be played, and how v2 answers while it is: what a fixture is recorded from. */
export interface Script {
  readonly name: string;
  /** Set where v2 does not answer as its contract has it. */
  readonly drift?: true;
  readonly request: FixtureCase['request'];
  /** The answer to one call, by its path and method. */
  readonly answer: (path: string, method: Method) => { readonly status: number; readonly body: Json };
}
