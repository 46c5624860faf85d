import type { RecordedExchange } from '../../comparison/recordedExchange';
import type { Upstream } from '../../gateway/upstream';
import { failure, success } from '../../translation/result';

/** v2 as a recording knows it: what it answered for an exchange then it answers again, and nothing else can be asked. */
export function recordedUpstream(exchanges: readonly RecordedExchange[]): Upstream {
  const known = new Map(exchanges.map(({ id, v2 = [] }) => [id, v2]));
  return ({ requestId, method, path }) => {
    const found = known.get(requestId)?.find(({ asked }) => asked === `${method} ${path}`);
    // What was never asked says nothing about v2: `unreachable` would.
    if (found === undefined) return Promise.resolve(failure({ kind: 'cancelled', sent: false }));
    const { status, headers, body } = found;
    return Promise.resolve(success({ status, headers, body: Buffer.from(body) }));
  };
}
