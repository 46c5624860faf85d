import type { Result } from '../translation/result';
import type { UpstreamAnswer, UpstreamFault } from './upstream';

/** Calls in a row without an answer after which an upstream counts as away. */
const IN_A_ROW = 5;

/** What is known of an upstream by the calls that were made. */
export interface UpstreamWatch {
  /** To be told of the end of each call. */
  readonly ended: (outcome: Result<UpstreamAnswer, UpstreamFault>) => void;
  /** Why the latest calls had no answer, when that is all that is known; undefined as soon as one has had one. */
  readonly away: () => UpstreamFault['kind'] | undefined;
}

/** Watches whether an upstream answers at all; a 500 is an answer. Nothing is sent for it. */
export function watchUpstream(): UpstreamWatch {
  let unanswered = 0;
  let latest: UpstreamFault['kind'] | undefined;
  return {
    ended: (outcome) => {
      if (outcome.ok) {
        unanswered = 0;
        return;
      }
      const { kind } = outcome.failure;
      // The gateway's own line, or the client's leaving, says nothing about the upstream.
      if (kind === 'overloaded' || kind === 'cancelled') return;
      unanswered += 1;
      latest = kind;
    },
    away: () => (unanswered < IN_A_ROW ? undefined : latest),
  };
}
