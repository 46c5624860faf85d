/** Who sent a request, as far as its key tells. */
export interface Caller {
  /** The first 12 hex digits of a SHA-256: of the presented key, or of the v1 key of its entry. Fit for logs. */
  readonly fingerprint: string;
  /** What an index is kept under, the same for every key of one entry: a secret. */
  readonly key: string;
  /** Authorization values for the upstream, the one to try first and, during a rotation, the other. */
  readonly authorizations: () => readonly [string, string?];
  /** Told which value the upstream accepted, so that the next request tries it first. */
  readonly accepted: (authorization: string) => void;
}

/** Tells callers by their Authorization header. */
export interface Keys {
  /** Undefined when the header is missing, not a bearer key, or names no known key: 401, no upstream call. */
  readonly identify: (authorization: string | undefined) => Caller | undefined;
}

/** The keys of clients as each of the two APIs takes them; whoever shows a key to both is the same caller. */
export interface ClientKeys {
  readonly v1: Keys;
  /** A bearer key that is not known goes to v2 as it is: v2 judges it. */
  readonly v2: Keys;
}
