import type { Result } from '../translation/result';
import type { Caller } from './keys/keys';
import type { Upstream, UpstreamAnswer, UpstreamFault, UpstreamRequest } from './upstream';
import type { Watch } from './watch';

/** On whose behalf the upstream is called, and until when. */
export interface Errand extends Pick<UpstreamRequest, 'requestId' | 'traceparent' | 'deadlineAt' | 'gone'> {
  readonly caller: Caller;
  /** Told of every call that is made; what it may return is told of its end. */
  readonly count: () => (() => void) | undefined;
  readonly watch: Watch;
}

/** What is asked of the upstream. */
export type Call = Pick<UpstreamRequest, 'method' | 'path' | 'body'>;

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

/** True when the same request may be sent again: nothing of it was executed, or executing it twice does no harm. */
function mayRepeat(fault: UpstreamFault, method: Call['method']): boolean {
  const endedEarly = fault.kind === 'unreachable' || fault.kind === 'reset';
  return endedEarly && (method === 'GET' || !fault.sent);
}

/**
 * Calls the upstream, at most once more after a connection that ended before an answer began: reads always, writes
 * only when no byte of them was sent. No status is ever retried but the 401 of a key rotation: it is a complete
 * refusal, so the request goes out once with the caller's other key.
 */
export async function callUpstream(upstream: Upstream, errand: Errand, call: Call): Promise<Outcome> {
  const { caller, count, requestId, traceparent, deadlineAt, gone } = errand;
  const [first, second] = caller.authorizations();
  let repeats = 1;

  const send = async (authorization: string): Promise<Outcome> => {
    const ended = count();
    const outcome = await upstream({
      method: call.method,
      path: call.path,
      body: call.body,
      authorization,
      requestId,
      traceparent,
      deadlineAt,
      // A write runs to its end, whoever is still waiting for it.
      gone: call.method === 'GET' ? gone : undefined,
    });
    ended?.();
    if (outcome.ok || repeats === 0 || !mayRepeat(outcome.failure, call.method)) return outcome;
    repeats -= 1;
    return send(authorization);
  };

  const outcome = await send(first);
  if (second === undefined || !outcome.ok || outcome.value.status !== 401) return outcome;
  const rotated = await send(second);
  if (rotated.ok && rotated.value.status !== 401) caller.accepted(second);
  return rotated;
}
