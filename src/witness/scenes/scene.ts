import type { Json } from '../../contract/json';
import type { Script } from '../../mapping/script';

/** What a client asks for in the query: all there is, nothing, or the largest page. */
export type Asking = 'everything' | 'nothing' | 'most';

/** Who takes part in a script. */
export interface Cast {
  /** v2 objects that the client is to be shown. */
  readonly objects: readonly Json[];
  /** Others that v2 may hold beside them. */
  readonly others: readonly Json[];
  /** Of the script, from 0. */
  readonly number: number;
  readonly asking: Asking;
}

export type ScriptedAnswer = ReturnType<Script['answer']>;

/** A request, and what v2 answers while it is carried out. */
export interface Scene {
  readonly request: Script['request'];
  /** By path, in the order of the calls: what is looked up comes before the call for it. */
  readonly answers: ReadonlyMap<string, ScriptedAnswer>;
}
