import type { Field } from '../../contract/field';
import type { Json } from '../../contract/json';

/** A value that a codec cannot carry over; compared by identity. */
export const misfit: unique symbol = Symbol('misfit');

/** Kinds of values between which codecs translate; `json` is anything inside a free-form object. */
export type Kind = Field['kind'] | 'json';

/**
 * One named conversion between a v2 value and a v1 value, in both directions.
 * Neither direction throws or sees null; `undefined` out means "as if absent", `misfit` means "does not fit".
 */
export interface Codec {
  /** As written in the mapping, e.g. `money(6)`. */
  readonly name: string;
  /** True when the value comes out as it went in. */
  readonly exact: boolean;
  /** How each side writes the value, in words for people (`a number of EUR`); code stands between backticks. */
  readonly writes: { readonly v1: string; readonly v2: string };
  /** Set where `read` takes no other than these. */
  readonly takesOnly?: readonly string[];
  readonly fits: (v2: Kind, v1: Kind) => boolean;
  /** One form for all v2 values that say the same, undefined for what says nothing; absent where only equal ones do. */
  readonly canonical?: (v2: Json) => Json | undefined;
  /** True where `read` changes the value, because v1 has not so many decimals; absent: it never does. */
  readonly rounds?: (v2: Json) => boolean;
  readonly read: (v2: Json) => Json | undefined | typeof misfit;
  readonly write: (v1: Json) => Json | undefined | typeof misfit;
  /**
   * v2 values that `read` tells apart, those that do not fit too; all others for another number. Absent where the
   * shapes that the contracts allow are all there is to it.
   */
  readonly witnesses?: (number: number) => readonly Json[];
}

/** The value as it is: both contracts call it the same kind. */
export const same: Codec = {
  name: 'same',
  exact: true,
  writes: { v1: 'the same value', v2: 'the same value' },
  fits: (v2, v1) => v2 === v1 && v2 !== 'money' && v2 !== 'timestamp' && v2 !== 'object',
  read: (v2) => v2,
  write: (v1) => v1,
};

/** A codec that reads no other v2 values than the known ones: what `drift: fail` makes of it. */
export function knownOnly(codec: Codec, known: readonly string[]): Codec {
  const values = new Set<Json>(known);
  return { ...codec, takesOnly: known, read: (v2) => (values.has(v2) ? codec.read(v2) : misfit) };
}
