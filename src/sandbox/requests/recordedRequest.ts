/** A request as the marketplace saw it, secrets masked. */
export interface RecordedRequest {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly method: string;
  /** Path template, e.g. `/v1/accounts/by-login/{accountLogin}`; null when no operation has the path. */
  readonly route: string | null;
  /** Path and query as sent, the value of a secret parameter masked. */
  readonly target: string;
  /** The parsed body with secrets masked; null when there was none or it is not JSON; of a long one its size. */
  readonly body: unknown;
  /** Status of the answer; null while there is none, or when the connection ended without one. */
  readonly status: number | null;
}
