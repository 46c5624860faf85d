/** What may be passed through at a time, and for how long; milliseconds. */
export interface PassThroughLimits {
  /** Requests under way, each on a connection of its own. */
  readonly connections: number;
  /** Requests that may wait for one; the next one is refused at once. */
  readonly queue: number;
  /** Longest silence of the upstream. */
  readonly silence: number;
  /** Longest time for one request from its head to the end of its answer. */
  readonly deadline: number;
  /** Longest time an unused connection is kept. */
  readonly keepAlive: number;
}

/** The limits unless configured. */
export const passThroughLimits: PassThroughLimits = {
  connections: 64,
  queue: 256,
  silence: 30_000,
  deadline: 60_000,
  keepAlive: 4_000,
};
