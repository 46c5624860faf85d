import type { IncomingHttpHeaders } from 'node:http';
import type { Decision } from '../cutover/decision';
import type { Side } from '../cutover/stage';
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

/** Lets the stage of a resource decide who answers a request. */
export function decideSide(
  resource: string,
  headers: IncomingHttpHeaders,
  { cutover, adminToken }: Stages,
): { readonly caller: string | undefined; readonly decision: Decision } {
  const { caller } = presentedCaller(headers.authorization);
  return { caller, decision: cutover.decide(resource, caller, forcedSide(headers, adminToken)) };
}
