import type { Clock } from '../../gateway/clock';
import type { Upstream, UpstreamAnswer, UpstreamFault } from '../../gateway/upstream';
import { createUpstream } from '../../http/createUpstream';
import { upstreamLimits } from '../../http/upstreamLimits';
import type { Result } from '../../translation/result';

/** Most time (ms) for one call. */
const DEADLINE = 10_000;

/** An upstream as the doctor asks it: reads only, each with a deadline. */
export interface Service {
  readonly call: Upstream;
  readonly deadlineMs: number;
  /** Reads a path, with a key or without. */
  readonly read: (path: string, key?: string) => Promise<Result<UpstreamAnswer, UpstreamFault>>;
  readonly close: () => Promise<void>;
}

/** The service at an origin, over the client that the gateway itself uses. */
export function createService(origin: string, clock: Clock): Service {
  const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  return {
    call,
    close,
    deadlineMs: DEADLINE,
    read: (path, key) =>
      call({
        method: 'GET',
        path,
        requestId: 'doctor',
        deadlineAt: clock.steady() + DEADLINE,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      }),
  };
}
