import type { DifferenceKind } from '../../../src/comparison/difference';
import type { Change } from './marketplace';

/** One fault of v2, and how it has to be told. */
export interface Fault {
  readonly name: string;
  readonly change: Change;
  /** One of the kinds and, by its end, the path of the first issue. */
  readonly kind: DifferenceKind;
  readonly path: string;
  /** Resource and v1 attribute whose line makes it; without an attribute the operation's own line. */
  readonly line: readonly [resource: 'currency-offer' | 'account', attribute?: string];
  /** True for a fault that shows in other ways and elsewhere too. */
  readonly spreads?: true;
}
