import type { z } from 'zod';
import type { DifferenceKind } from '../../../src/comparison/compare/difference';
import type { Json } from '../../../src/contract/json';
import type { fault, Rewriting } from '../../../src/sandbox/faults/faultSchema';

/** A fault as the marketplace is asked for it. */
export type Plant = z.input<typeof fault>;

/** One fault of v2, and how it has to be told. */
export interface PlantedFault {
  readonly name: string;
  readonly plants: readonly Plant[];
  /** Of some issue its kind and, by its end, its path. */
  readonly kind: DifferenceKind;
  readonly path: string;
  /** Resource and v1 attribute whose line makes it; without an attribute the operation's own line. */
  readonly line: readonly [resource: 'currency-offer' | 'account', attribute?: string];
  /** The relation that is told of it. */
  readonly relation?: string;
  /** True for a fault that is looked for by writes. */
  readonly writes?: true;
  /** True for a fault that shows in other ways and elsewhere too. */
  readonly spreads?: true;
}

type Edits = Rewriting['edits'];

/** Which things and calls are changed; all unless told. */
interface Bounds {
  readonly where?: Rewriting['where'];
  readonly rate?: number;
  readonly seller?: number;
}

/** The same change wherever a thing is shown: alone and in lists. */
export const rewriting =
  (...routes: readonly string[]) =>
  (edits: Edits, { where = {}, ...calls }: Bounds = {}): readonly Plant[] =>
    routes.map((route) => ({ route, ...calls, disturbance: { kind: 'rewrite', edits, where } }));

/** Changes currency offers of v2. */
export const currency = rewriting('GET /v2/currency-offers', 'GET /v2/currency-offers/{currencyOffer}');

/** Changes account offers of v2. */
export const account = rewriting('GET /v2/account-offers', 'GET /v2/account-offers/{account}');

/** One of some values, drawn anew each time. */
export const drawn = (at: string, first: Json, ...others: Json[]): Edits[number] => ({
  ...{ at, kind: 'draw' },
  among: [first, ...others],
});
