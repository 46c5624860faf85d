import type { Json } from '../contract/json';
import type { Codec } from './codec';

/** Why an attribute is not simply read from v2: made from a hint (`guessed`) or from nothing (`synthesized`). */
export interface Loss {
  readonly class: 'guessed' | 'synthesized';
  readonly reason: string;
}

/** One member name on the way to a value; the live service may use a second name. */
export interface Step {
  readonly name: string;
  readonly alsoNamed?: string;
}

/** What to do with a null or absent source: refuse the answer, hand it on as it is, or put a default in its place. */
export type Missing =
  { readonly kind: 'fail' } | { readonly kind: 'pass' } | { readonly kind: 'default'; readonly value: Json };

interface Placed {
  /** v1 name of the member that this rule makes or reads. */
  readonly name: string;
  /** Mapping line, e.g. `currency-offer.yaml:12`. */
  readonly place: string;
}

/** How one v1 attribute comes out of a v2 object. */
export type AttributeRule =
  | (Placed & {
      readonly kind: 'value';
      readonly source: readonly Step[];
      readonly codec: Codec;
      readonly onNull: Missing;
      readonly onAbsent: Missing;
      readonly loss?: Loss;
    })
  | (Placed & {
      readonly kind: 'object';
      readonly source: readonly Step[];
      readonly members: readonly AttributeRule[];
      readonly onNull: Missing;
    })
  | (Placed & { readonly kind: 'constant'; readonly value: Json; readonly loss: Loss });

/** Members of a v2 request that are written alike. */
interface Written extends Placed {
  readonly target: readonly string[];
  /** A null is sent on, unless it counts as not sent. */
  readonly onNull?: 'omit';
}

/**
 * How one member of a v1 request body goes into a v2 body. What the client did not send is never invented, but for a
 * `standIn` in a request that creates something.
 */
export type BodyRule =
  | (Written & { readonly kind: 'value'; readonly codec: Codec; readonly standIn?: Json })
  | (Written & { readonly kind: 'object'; readonly members: readonly BodyRule[] });
