import type { Json } from '../contract/json';
import type { FixtureCase } from './fixture';

/** A request to be played, and how v2 answers while it is: what a fixture is recorded from. */
export interface Script {
  readonly name: string;
  readonly request: FixtureCase['request'];
  /** The answer to one call, by its path. */
  readonly answer: (path: string) => { readonly status: number; readonly body: Json };
}
