import type { BesideRequest } from '../../../http/shadow/beside';
import type { Desk } from '../../../http/shadow/desk';

/** Who asks. */
export interface RunCaller {
  /** The header with the v1 key. */
  readonly authorization: string;
  /** Its fingerprint. */
  readonly caller: string;
}

/** A read as the comparison takes it; undefined where no mapping answers it. */
export function besideRequest(
  target: string,
  id: string,
  { gateway }: Pick<Desk, 'gateway'>,
  { authorization, caller }: RunCaller,
): BesideRequest | undefined {
  const route = gateway.match('GET', target);
  if (route?.ok !== true) return undefined;
  return {
    ...{ id, method: 'GET', target, route: route.value, authorization, caller },
    contentType: undefined,
    beside: 'shadow',
  };
}
