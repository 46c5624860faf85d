/**
 * Default limits of one instance on its calls to the upstream; milliseconds and bytes. The silences are idle timers; the
 * deadline of the call ends a dripping answer.
 */
export const upstreamLimits = {
  /** Calls under way, each on its own connection: never pipelined. */
  connections: 64,
  /** Unused connections that are kept in addition, of all callers together. */
  resting: 1_216,
  /** Calls that may wait for a connection; the next one is refused at once. */
  queue: 256,
  /** Longest wait for a connection to open. */
  connect: 2_000,
  /** Longest silence before an answer's head. */
  headSilence: 5_000,
  /** Longest silence inside an answer's body. */
  bodySilence: 10_000,
  /** Longest time an unused connection is kept. */
  keepAlive: 4_000,
  /** Subtracted from the upstream's keep-alive time: a connection is never used while it closes. */
  keepAliveMargin: 2_000,
  headBytes: 16 * 1024,
  bodyBytes: 4 * 1024 * 1024,
};

export type UpstreamLimits = Readonly<typeof upstreamLimits>;
