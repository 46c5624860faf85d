/** Limits of one instance on its calls to the upstream; milliseconds and bytes. */
export interface UpstreamLimits {
  /** Calls under way, each on its own connection: never pipelined. */
  readonly connections: number;
  /** Unused connections that are kept in addition, of all callers together. */
  readonly resting: number;
  /** Calls that may wait for a connection; the next one is refused at once. */
  readonly queue: number;
  /** Longest wait for a connection to open. */
  readonly connect: number;
  /** Longest silence before an answer's head. */
  readonly headSilence: number;
  /** Longest silence inside an answer's body. */
  readonly bodySilence: number;
  /** Longest time an unused connection is kept. */
  readonly keepAlive: number;
  /** Subtracted from the upstream's keep-alive time: a connection is never used while it closes. */
  readonly keepAliveMargin: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** The default limits. The silences are idle timers; the deadline of the call ends a dripping answer. */
export const upstreamLimits: UpstreamLimits = {
  connections: 64,
  resting: 1_216,
  queue: 256,
  connect: 2_000,
  headSilence: 5_000,
  bodySilence: 10_000,
  keepAlive: 4_000,
  keepAliveMargin: 2_000,
  headBytes: 16 * 1024,
  bodyBytes: 4 * 1024 * 1024,
};
