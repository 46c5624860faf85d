/** What goes back to the client; the body is complete JSON text. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; framing headers are the edge's business. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the access log says about one request: no secret, no client-controlled text but the fingerprint. */
export interface Trace {
  /** Route template such as `/v1/accounts/by-login/{login}`, or a class of its own for the rest. */
  readonly route: string;
  /** Stage of the resource, where the route is mapped. */
  readonly stage?: string | undefined;
  /** What was asked for where no operation answers it, e.g. `/v1/orders/{id}`. */
  readonly shape?: string | undefined;
  /** Problem code of the answer, absent on success. */
  readonly problem?: string | undefined;
  /** Calls made to the upstream for this request. */
  readonly upstreamCalls: number;
  /** Time spent in them, ms; those under way at once are added up. */
  readonly upstreamMilliseconds?: number | undefined;
  /** Fingerprint of the caller's key: the first 12 hex digits of its SHA-256. */
  readonly caller?: string | undefined;
  /** Set when a write may have been executed without a usable answer: someone has to look. */
  readonly ambiguous?: true | undefined;
  /** Set when it is known to have been executed all the same. */
  readonly executed?: true | undefined;
  /** What did not fit, for the operator: paths and rules, never values. */
  readonly detail?: string | undefined;
}
