import type { Field, Notation } from '../../contract/field';
import type { Json } from '../../contract/json';

/** A value that a codec cannot carry over; compared by identity. */
export const misfit: unique symbol = Symbol('misfit');

/**
 * Kinds of values between which codecs translate; `json` is anything inside a free-form object, `parts` are the texts
 * of several members that are read together.
 */
export type Kind = Exclude<Field['kind'], 'instant'> | `instant(${Notation})` | 'json' | 'parts';

/** Returns the kind of a field; instants in two notations are of two kinds. */
export const valueKind = (field: Field): Kind =>
  field.kind === 'instant' ? `instant(${field.notation})` : field.kind;

/**
 * One named conversion between a v2 value and a v1 value, in both directions. Neither direction throws or sees null;
 * `undefined` as a result means "as if absent", `misfit` means "does not fit".
 */
export interface Codec {
  /** As written in the mapping, e.g. `money(6)`. */
  readonly name: string;
  /** True if the value passes unchanged. */
  readonly exact: boolean;
  /** Notation of the value on each side, in words for people (`a number of EUR`); code stands between backticks. */
  readonly writes: { readonly v1: string; readonly v2: string };
  /** The only values that `read` takes. They are absent if it takes others. */
  readonly takesOnly?: readonly string[];
  /** Set if `read` maps several v2 values to one v1 value: no v1 value leads back to each of them. */
  readonly merges?: true;
  /** Puts a written part beside the part that is already there. It is absent if `write` writes the whole value. */
  readonly gathers?: (present: Json | undefined, part: Json) => Json;
  /** Returns the same codec for a count of parts. It is absent if it takes no parts. */
  readonly inParts?: (count: number) => Codec;
  /** Returns the same codec for v2 values of a kind. It is absent if it is the same for each kind that fits. */
  readonly inKind?: (v2: Kind) => Codec;
  /** The codec of all parts, if this one writes one of them. */
  readonly whole?: Codec;
  /** The only member of the object that `read` makes of each element of a list or map. */
  readonly wraps?: string;
  /** Members that `read` leaves out of an otherwise unchanged object. */
  readonly omits?: readonly string[];
  readonly fits: (v2: Kind, v1: Kind) => boolean;
  /**
   * Returns one form for all v2 values of the same meaning. Returns undefined for no meaning; absent if only equal
   * values agree.
   */
  readonly canonical?: (v2: Json) => Json | undefined;
  /** True if `read` rounds the value because v1 has fewer decimals. It is absent if it never rounds. */
  readonly rounds?: (v2: Json) => boolean;
  readonly read: (v2: Json) => Json | undefined | typeof misfit;
  readonly write: (v1: Json) => Json | undefined | typeof misfit;
  /**
   * v2 values that `read` distinguishes, including values that do not fit; each number gives other ones. Absent if the
   * shapes that the contracts allow are enough.
   */
  readonly witnesses?: (number: number) => readonly Json[];
}

/** Passes the value unchanged, because both contracts give it the same kind. */
export const same: Codec = {
  name: 'same',
  exact: true,
  writes: { v1: 'the same value', v2: 'the same value' },
  fits: (v2, v1) => v2 === v1 && v2 !== 'money' && v2 !== 'timestamp' && v2 !== 'object',
  read: (v2) => v2,
  write: (v1) => v1,
};

/** Notation of a list or map of objects that is translated element by element, as the rules of its members say. */
export const elementNotation = { v1: 'elements of its own form', v2: 'elements of another form' };

/** Restricts a codec to the known v2 values, as `drift: fail` demands. */
export function knownOnly(codec: Codec, knownValues: readonly string[]): Codec {
  const values = new Set<Json>(knownValues);
  return { ...codec, takesOnly: knownValues, read: (v2) => (values.has(v2) ? codec.read(v2) : misfit) };
}
