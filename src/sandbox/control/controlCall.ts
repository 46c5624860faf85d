import type { Transaction } from 'kysely';
import type { Json } from '../../contract/json';
import type { Reply } from '../http/reply';
import type { World } from '../http/world';
import type { Display } from '../show/display';
import type { Tables } from '../storage/tables';

/** One request to the control API, which plays whoever is not a seller's program. */
export interface ControlCall {
  readonly world: World;
  readonly display: Display;
  /** Everything the call reads and writes is one transaction. */
  readonly db: Transaction<Tables>;
  /** The marketplace's time in Unix seconds. */
  readonly now: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Json;
}

/** One operation of the control API. */
export interface ControlOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below `/_sandbox`, with parameters in braces. */
  readonly path: string;
  readonly handle: (call: ControlCall) => Promise<Reply> | Reply;
}
