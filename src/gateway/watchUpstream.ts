import type { Upstream, UpstreamFault } from './upstream';

/** Calls in a row without an answer after which an upstream counts as away. */
const IN_A_ROW = 5;

/** An upstream, and what is known of it by the calls that were made. */
export interface WatchedUpstream {
  readonly call: Upstream;
  /** Why the latest calls had no answer, when that is all that is known; undefined as soon as one has had one. */
  readonly away: () => UpstreamFault['kind'] | undefined;
}

/** Watches whether an upstream answers at all; a 500 is an answer. Nothing is sent for it. */
export function watchUpstream(upstream: Upstream): WatchedUpstream {
  let unanswered = 0;
  let latest: UpstreamFault['kind'] | undefined;
  return {
    call: async (request) => {
      const outcome = await upstream(request);
      if (outcome.ok) {
        unanswered = 0;
        return outcome;
      }
      const { kind } = outcome.failure;
      // The gateway's own line, or the client's leaving, says nothing about the upstream.
      if (kind === 'overloaded' || kind === 'cancelled') return outcome;
      unanswered += 1;
      latest = kind;
      return outcome;
    },
    away: () => (unanswered < IN_A_ROW ? undefined : latest),
  };
}
