import { createMatch } from '../../gateway/createMatch';
import { problems } from '../../gateway/problems';
import type { Mappings } from '../../mapping/loadMappings';
import { failure, type Result, success } from '../../translation/result';
import type { AskedCall } from './askedCall';
import { readSource } from './readInput';
import { resolvedRoute, type Subject } from './subject';

/** The operation that answers a request, with the request's body; or why there is none. */
export function openSubject(call: AskedCall, { operations, resources }: Mappings): Result<Subject, string> {
  const { method, path, headers } = call;
  const route = createMatch(operations)(method, path);
  if (route === undefined) {
    const rest = 'it goes to v1 while v1 lives, and is answered with 410 afterwards';
    return failure(`no mapping answers this ${method}: ${rest}`);
  }
  if (!route.ok) {
    const { status, message } = problems[route.failure];
    return failure(`answered with ${status} before anything is sent: ${message}`);
  }
  const body = readSource(call.body);
  if (!body.ok) return body;
  const { contentType } = headers;
  const resolved = resolvedRoute(resources, route.value);
  return success({ route: route.value, ...resolved, body: body.value, contentType });
}
