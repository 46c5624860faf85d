import type { IncomingRequest } from '../http/incomingRequest';
import { readBody } from '../http/readBody';
import type { World } from '../http/world';
import { maskSecrets } from './maskSecrets';

/** What of a path with a secret is no secret, by template. */
const SECRET_ROUTES: ReadonlyMap<string, string> = new Map([
  ['/v1/accounts/by-login/{accountLogin}', '/v1/accounts/by-login/'],
]);

/** Notes a request in the log, secrets masked; the returned function notes the status of its answer. */
export function recordArrival(
  request: IncomingRequest,
  route: string | null,
  { requests, clock }: Pick<World, 'requests' | 'clock'>,
): (status: number | null) => void {
  const secret = route === null ? undefined : SECRET_ROUTES.get(route);
  return requests.arrived({
    at: clock.now(),
    method: request.method,
    route,
    target: secret === undefined ? request.target : `${secret}***`,
    body: recordedBody(request),
  });
}

/** The log keeps many bodies: a longer one (in bytes) is only counted. */
const LONGEST_KEPT = 8_192;

function recordedBody(request: IncomingRequest): unknown {
  if (request.body.length > LONGEST_KEPT) return `${request.body.length} bytes`;
  const body = readBody(request);
  return body.ok ? maskSecrets(body.value) : null;
}
