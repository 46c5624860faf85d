/** What one client connection may cost; milliseconds and bytes. */
export interface ServerLimits {
  /** Time for a request's head to arrive. */
  readonly head: number;
  /** Time for a whole request to arrive. */
  readonly request: number;
  /** How long a connection is kept between requests. */
  readonly keepAlive: number;
  /** How long a client may take nothing of an answer that is there for it. */
  readonly unread: number;
  /** How often the first two are looked at; Node's own 30 s would let a slow head live for 40. */
  readonly check: number;
  readonly headBytes: number;
  readonly connections: number;
}

/** The limits unless configured. */
export const serverLimits: ServerLimits = {
  head: 10_000,
  request: 15_000,
  keepAlive: 5_000,
  unread: 5_000,
  check: 1_000,
  headBytes: 16 * 1024,
  connections: 4_096,
};
