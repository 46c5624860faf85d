import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { Decision } from '../cutover/decision';
import type { Side } from '../cutover/stage';
import type { Route } from '../gateway/gateway';
import type { Keys } from '../gateway/keys/keys';
import { targetForV1 } from '../gateway/targetForV1';
import { isSameSecret } from './isSameSecret';
import { presentedCaller } from './presentedCaller';
import type { Stages } from './stages';

/** The side that the operator asks for; without the admin token beside it the header is not there. */
function forcedSide(headers: IncomingHttpHeaders, adminToken: string | undefined): Side | undefined {
  const force = headers['x-lifeboat-force'];
  if (force !== 'v1' && force !== 'v2') return undefined;
  const token = headers['x-lifeboat-token'];
  return typeof token === 'string' && isSameSecret(token, adminToken) ? force : undefined;
}

/** Who asks, who answers, and the target to ask v1 with; without one nothing is asked of it. */
export interface Decided {
  readonly caller: string | undefined;
  readonly decision: Decision;
  readonly target: string | undefined;
}

/** Lets the stage of a resource decide who answers a request. */
export function decideSide(
  route: Route,
  { headers, url: asked }: Pick<Request, 'headers' | 'url'>,
  { cutover, adminToken }: Stages,
  keys: Keys,
): Decided {
  const { caller } = presentedCaller(headers.authorization, keys);
  const decision = cutover.decide(route.operation.resource, caller, forcedSide(headers, adminToken));
  const target = targetForV1(route, asked);
  if (target !== undefined) return { caller, decision, target };
  return { caller, decision: { ...decision, beside: 'nothing', mayFallBack: false }, target };
}
