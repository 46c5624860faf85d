import type { z } from 'zod';
import type { DifferenceKind } from '../../../src/comparison/compare/difference';
import type { Json } from '../../../src/contract/json';
import type { fault, Rewriting } from '../../../src/sandbox/faults/faultSchema';

/** A fault in the form that the marketplace takes. */
export type Plant = z.input<typeof fault>;

/** One fault of v2, and the issue that has to be reported. */
export interface PlantedFault {
  readonly name: string;
  readonly plants: readonly Plant[];
  /** Kind of the issue, and the end of its path. */
  readonly kind: DifferenceKind;
  readonly path: string;
  /** Resource and v1 attribute of the mapping line; without an attribute the operation's own line. */
  readonly line: readonly [resource: 'currency-offer' | 'account', attribute?: string];
  /** The reported relation. */
  readonly relation?: string;
  /** True for a fault that only writes can find. */
  readonly writes?: true;
  /** True for a fault that also causes other issues. */
  readonly spreads?: true;
}

type Edits = Rewriting['edits'];

/** Selects the changed resources and calls; default all. */
interface Bounds {
  readonly where?: Rewriting['where'];
  readonly rate?: number;
  readonly seller?: number;
}

/** Makes the same change on several routes, e.g. for a resource alone and in lists. */
export const rewriting =
  (...routes: readonly string[]) =>
  (edits: Edits, { where = {}, ...calls }: Bounds = {}): readonly Plant[] =>
    routes.map((route) => ({ route, ...calls, disturbance: { kind: 'rewrite', edits, where } }));

/** Changes currency offers of v2. */
export const currency = rewriting('GET /v2/currency-offers', 'GET /v2/currency-offers/{currencyOffer}');

/** Changes account offers of v2. */
export const account = rewriting('GET /v2/account-offers', 'GET /v2/account-offers/{account}');

/** Draws one of some values for each answer. */
export const drawn = (at: string, firstValue: Json, ...otherValues: Json[]): Edits[number] => ({
  at,
  kind: 'draw',
  among: [firstValue, ...otherValues],
});
