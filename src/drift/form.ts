/** The forms in which a value can come: all that is written down of a value, never the value itself. */
export type Form =
  | 'absent'
  | 'null'
  | 'text'
  | 'decimal text'
  | 'integer'
  | 'decimal'
  | 'exact number' // more digits than a double holds, or an exponent
  | 'boolean'
  | 'object'
  | 'money object'
  | 'list'
  | 'empty list'
  | 'seconds'
  | 'milliseconds';
