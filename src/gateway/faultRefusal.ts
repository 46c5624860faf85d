import type { ProblemCode } from './problems';
import type { Refusal } from './refusal';
import type { UpstreamFault } from './upstream';

const codes: Readonly<Record<UpstreamFault['kind'], ProblemCode>> = {
  unreachable: 'upstreamUnreachable',
  reset: 'upstreamUnreachable',
  truncated: 'upstreamBroken',
  malformed: 'upstreamBroken',
  encoded: 'upstreamBroken',
  tooLarge: 'upstreamBroken',
  timeout: 'upstreamTimeout',
  overloaded: 'overloaded',
  cancelled: 'clientGone',
};

/** Seconds after which a queue that is full now has very likely drained. */
const RETRY_AFTER = { 'retry-after': '1' };

/** True for a write that v2 has acknowledged by the head of an answer whose body cannot be had (RFC 9110 15.3). */
const isAcknowledged = ({ kind, status = 0 }: UpstreamFault): boolean =>
  kind !== 'malformed' && status >= 200 && status < 300;

/** What a call without a complete answer means for the client. A write that left is ambiguous. */
export function faultRefusal(fault: UpstreamFault, write: boolean): Refusal {
  return {
    code: codes[fault.kind],
    ...(fault.kind === 'overloaded' ? { headers: RETRY_AFTER } : {}),
    detail: `upstream ${fault.kind}`,
    ambiguous: write && fault.sent,
    executed: write && isAcknowledged(fault),
  };
}
