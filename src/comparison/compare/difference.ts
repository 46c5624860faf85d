/**
 * A simple rule that turns v1's value into the translated v2 value, as far as one pair shows. Words, prefixes and
 * suffixes are pieces of values and must not be kept for a path whose values may not be kept.
 */
export type Relation =
  | { readonly kind: 'scale'; readonly factor: number } // a power of ten, 60, 1000
  | { readonly kind: 'offset'; readonly by: number }
  | { readonly kind: 'instant'; readonly from: InstantForm; readonly to: InstantForm }
  | { readonly kind: 'zone'; readonly minutes: number }
  | { readonly kind: 'rounded'; readonly places: number }
  | { readonly kind: 'unrounded'; readonly places: number } // v1 is v2 rounded
  | { readonly kind: 'case' }
  | { readonly kind: 'trimmed' }
  | { readonly kind: 'numericText' }
  | { readonly kind: 'boolean'; readonly from: string; readonly to: string }
  | { readonly kind: 'word'; readonly from: string; readonly to: string } // one line of a one-to-one table
  | { readonly kind: 'prefix'; readonly text: string; readonly removed?: true }
  | { readonly kind: 'suffix'; readonly text: string; readonly removed?: true }
  | { readonly kind: 'truncated'; readonly length: number }
  | { readonly kind: 'nullForEmpty' };

/** Notation of an instant. */
export type InstantForm = 'seconds' | 'milliseconds' | 'iso';

/** Kinds of differences. */
export const differenceKinds = [
  'missing', // v1 has it, v2 has not
  'extra', // v2 has it, v1 has not
  'type',
  'value',
  'null_vs_absent',
  'empty', // another empty value: "", [], {}, null
  'order',
  'length', // length of an array
  'precision', // the same number with other digits: 1.10 and 1.1
  'unavailable', // v1 answered, and v2 gave no answer that a client could use
  'status',
  'header',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** Effect on a client. */
export type Severity = 'breaking' | 'suspicious' | 'benign' | 'wire';

/** One difference between two answers. */
export interface Difference {
  /** Path template, with `{}` for keys of maps and `[]` for elements of arrays: `data.attributes.data.{}`. */
  readonly path: string;
  /** Place in this one answer: a JSON Pointer (RFC 6901). */
  readonly at: string;
  readonly kind: DifferenceKind;
  readonly severity: Severity;
  /** Simple rule that turns one value into the other, if there is one. */
  readonly relation?: Relation;
  /** The values as JSON text, truncated when long; absent on the side that has none. */
  readonly v1?: string;
  readonly v2?: string;
}

type Seen = Pick<Difference, 'kind' | 'relation' | 'v1' | 'v2'>;

const createFixedSeverity = (severity: Severity) => (): Severity => severity;

/** Most clients handle 200 and 201 alike, none 200 and 404. */
const statusSeverity = ({ v1 = '', v2 = '' }: Seen): Severity =>
  v1.charAt(0) === v2.charAt(0) ? 'suspicious' : 'breaking';

/** An instant written with other digits is the same instant. */
const valueSeverity = ({ relation }: Seen): Severity =>
  relation?.kind === 'instant' && relation.from === relation.to ? 'wire' : 'suspicious';

const lengthSeverity = ({ v1 = '', v2 = '' }: Seen): Severity =>
  Number(v2) < Number(v1) ? 'breaking' : 'benign';

const mediaType = (header: string | undefined): string | undefined =>
  header?.toLowerCase().replaceAll(/[\s"]/g, '');

const headerSeverity = ({ v1, v2 }: Seen): Severity =>
  mediaType(v1) === mediaType(v2) ? 'wire' : 'suspicious';

const SEVERITIES: Readonly<Record<DifferenceKind, (difference: Seen) => Severity>> = {
  missing: createFixedSeverity('breaking'),
  extra: createFixedSeverity('benign'),
  type: createFixedSeverity('breaking'),
  value: valueSeverity,
  null_vs_absent: createFixedSeverity('suspicious'),
  empty: createFixedSeverity('suspicious'),
  // If a rule says that the order has no meaning, this difference is not listed.
  order: createFixedSeverity('suspicious'),
  length: lengthSeverity,
  precision: createFixedSeverity('wire'),
  unavailable: createFixedSeverity('breaking'),
  status: statusSeverity,
  header: headerSeverity,
};

/** Returns the effect of a difference on a client. */
export const severityOf = (difference: Seen): Severity => SEVERITIES[difference.kind](difference);
