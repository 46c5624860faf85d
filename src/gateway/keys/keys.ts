/** Who sent a request, as far as its key tells. */
export interface Caller {
  /** The first 12 hex digits of the SHA-256 of the presented key: fit for logs. */
  readonly fingerprint: string;
  /** The presented key: a secret, for the partition of an index only. */
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
