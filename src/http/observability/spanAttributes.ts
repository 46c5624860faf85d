import { type Attributes, type Span, SpanStatusCode } from '@opentelemetry/api';
import type { CallerName } from '../../cutover/callerNames';
import type { RequestEnded } from '../../gateway/context';
import { knownMethods } from '../server/messages';

/** Names the method as the semantic conventions do: an unknown one is `_OTHER`. */
export const methodOf = (method: string): string => (knownMethods.has(method) ? method : '_OTHER');

/** Marks a span whose work has failed (semantic conventions, "Recording errors"). */
export function markFailed(span: Span, reason: string): void {
  span.setAttribute('error.type', reason);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Describes the end of a request by the semantic conventions of an HTTP server, with Lifeboat's decisions. */
export function describeRequest(
  span: Span,
  { entry, operation }: RequestEnded,
  callerName: CallerName,
): void {
  const { route, status, problem, caller } = entry;
  if (route.startsWith('/')) {
    span.updateName(`${methodOf(entry.method)} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttributes({
    'http.response.status_code': status,
    'lifeboat.request_id': entry.requestId,
    'lifeboat.resource': operation?.resource,
    'lifeboat.operation': operation?.name,
    'lifeboat.stage': entry.stage,
    'lifeboat.side': entry.servedBy,
    'lifeboat.because': entry.because,
    'lifeboat.caller': caller === undefined ? undefined : (callerName(caller) ?? caller),
    'lifeboat.problem': problem,
    'lifeboat.ambiguous': entry.ambiguous,
  });
  if (status >= 500) markFailed(span, problem ?? String(status));
}

/** Returns the attributes of a call (semantic conventions of an HTTP client), without ids and texts of its path. */
export function callAttributes(method: string, template: string, origin: string): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return {
    'http.request.method': methodOf(method),
    'server.address': hostname,
    'server.port': Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
    'url.full': `${origin}${template}`,
    'url.template': template,
  };
}

/** Ends the span of a call; every 4xx and 5xx is an error for its client. */
export function endCall(span: Span, status: number | undefined, fault: string | undefined): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (fault !== undefined) markFailed(span, fault);
  else if (status !== undefined && status >= 400) markFailed(span, String(status));
  span.end();
}
