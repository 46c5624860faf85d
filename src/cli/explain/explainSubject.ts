import { explainBody, type Explanation, type MemberLine } from '../../mapping/explain/explanation';
import type { Route } from '../../gateway/gateway';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { createMatch } from '../../gateway/routes';
import { problems } from '../../gateway/problems';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import type { AskedCall } from './parseCurl';
import { readSource } from './readCall';
import type { Json } from '../../contract/json';
import { answerRefusal, type Refusal } from '../../gateway/refusal';
import { readBody, readJsonBytes } from '../../gateway/requestBody';
import type { Outgoing } from '../../mapping/compile/compiledOperation';

/** A request that some operation answers, read as far as it goes without v2. */
export interface Subject {
  readonly route: Route;
  readonly resource: ResolvedResource;
  readonly resolved: ResolvedOperation;
  /** The whole body as bytes; empty without one. */
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

/** The resource and the operation of a route, which the same mappings have matched. */
function resolvedRoute(
  resources: readonly ResolvedResource[],
  { operation }: Route,
): Pick<Subject, 'resource' | 'resolved'> {
  for (const resource of resources) {
    const resolved = resource.operations.find((one) => one.operation === operation);
    if (resolved !== undefined) return { resource, resolved };
  }
  throw new Error(`no resource has the operation ${operation.name}`);
}

/** The parameters of a path; the one that looks up by a secret is hidden. */
function shownParameters({ operation, parameters }: Route): Readonly<Record<string, string>> {
  const { lookup } = operation;
  if (lookup?.index.secret !== true) return parameters;
  return { ...parameters, [lookup.by]: '***' };
}

/** What answers a request, before it is answered. */
export function explainRoute({ route, resource }: Subject): Explanation['route'] {
  const { name, v1, v2 } = route.operation;
  const place = resource.ledger.references.find((line) => line.operation === name)?.place ?? '';
  return {
    operation: name,
    resource: resource.name,
    v1: `${v1.method} ${v1.template}`,
    v2: `${v2.method} ${v2.template}`,
    parameters: shownParameters(route),
    place,
  };
}

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

/** A refusal as an explanation shows it: what the client reads, and for the operator why. */
export function explainedRefusal(refusal: Refusal): NonNullable<Explanation['answer']> {
  const { status, body } = answerRefusal(refusal, '');
  const { code, detail } = refusal;
  return {
    status,
    problem: code,
    ...(detail === undefined ? {} : { detail }),
    body: JSON.parse(body) as Json,
  };
}

/** What becomes of a request's body before anything is sent. */
interface ExplainedBody {
  readonly members: readonly MemberLine[];
  /** What fills the v2 path. */
  readonly outgoing?: Outgoing;
  /** Why the body is refused. */
  readonly refusal?: Refusal;
}

/** Reads and translates the body as the gateway does, and says of each member where it goes. */
export function explainMembers({ route, resolved, body, contentType }: Subject): ExplainedBody {
  if (resolved.body === undefined) return { members: [] };
  const parsed = body.length === 0 ? undefined : readJsonBytes(body, 'refuse');
  const v1: Json = parsed?.ok === true ? parsed.value : {};
  const translated = readBody(route.operation, { body, contentType });
  if (!translated.ok) {
    return { members: explainBody(resolved.body, { v1, v2: undefined }), refusal: translated.failure };
  }
  const outgoing = translated.value;
  return { members: explainBody(resolved.body, { v1, v2: outgoing }), outgoing };
}

/** The attributes that a request does not ask for; none where its query makes no sense, which is refused. */
export function withheldBy({ operation, query = new URLSearchParams() }: Route): readonly string[] {
  const asked = operation.query?.(query);
  return asked?.ok === true ? asked.value.hidden : [];
}
