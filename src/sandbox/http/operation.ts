import type { OperationContract } from '../../contract/operation';
import type { Handler } from './handler';

/** An operation that the marketplace serves: what is promised, and what is done. */
export interface Operation extends OperationContract {
  /** Name within its version. */
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly handle: Handler;
}
