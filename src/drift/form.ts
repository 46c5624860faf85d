/** The forms in which a value can come: all that is written down of a value, never the value itself. */
export type Form =
  | 'absent'
  | 'null'
  | 'text'
  | 'decimal text'
  | 'integer'
  | 'decimal'
  | 'long number' // more digits than a double is sure to hold, or an exponent
  | 'boolean'
  | 'object'
  | 'money object'
  | 'finer amount' // with more decimals than the contract has
  | 'list'
  | 'empty list'
  | 'seconds'
  | 'milliseconds';
