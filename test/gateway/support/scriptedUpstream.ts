import type {
  Upstream,
  UpstreamAnswer,
  UpstreamFault,
  UpstreamRequest,
} from '../../../src/gateway/upstream.js';
import type { Result } from '../../../src/contract/result.js';

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

/** An upstream that plays one outcome after the other and keeps what it was asked; one call too many is a bug. */
export function scriptedUpstream(...script: Outcome[]) {
  const requests: UpstreamRequest[] = [];
  const upstream: Upstream = (request) => {
    const outcome = script[requests.length];
    requests.push(request);
    return outcome === undefined ? Promise.reject(new Error('not scripted')) : Promise.resolve(outcome);
  };
  return { upstream, requests };
}
