/** In which way an answer of v2 is not what the contract knows. */
export type FindingKind =
  'new-field' | 'missing-field' | 'changed-type' | 'unexpected-null' | 'wrong-unit' | 'unseen-value';

/** One way in which v2 has drifted. Names and forms only: no value but the new word of an enumeration. */
export interface Finding {
  /** e.g. `GET /v2/account-offers/{account}` */
  readonly endpoint: string;
  /** Place in the answer, e.g. `data.delivery_time.unit`; a `*` stands for a name that is not told. */
  readonly path: string;
  readonly kind: FindingKind;
  /** What came: a form, or the new word; a `*` for one that is not told. */
  readonly found: string;
  /** What the contract knows, empty for a new field. */
  readonly expected: string;
  /** What becomes of such an answer: the client gets a translation, or a 502. */
  readonly effect: 'passed' | 'refused';
}

/** A finding and how often it was made; instants are ISO 8601. */
export interface CountedFinding extends Finding {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}
