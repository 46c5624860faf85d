import {
  explainAnswer,
  explainBody,
  type Explanation,
  type MemberLine,
} from '../../mapping/explain/explanation';
import type { Route } from '../gateway';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { createMatch } from '../routes';
import type { PairWire } from '../../mapping/profile/wire';
import { answerInPairForm } from '../outcome/pairDialect';
import { type Answer, bodyValue, problems } from '../problems';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { definedMembers, failure, type Result, success } from '../../contract/result';
import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { answerRefusal, type Refusal } from '../refusal';
import { readBody, readJsonBytes } from '../checkRequest';
import type { OutgoingRequest } from '../../mapping/compile/compiledOperation';
import { readJson } from '../../mapping/translate/exactJson';
import type { Mismatch } from '../../mapping/translate/madeValue';
import { refuseUnfit } from '../receiveAnswer';

/** A request matched to its operation, read as far as possible without v2. */
export interface Subject {
  readonly route: Route;
  readonly resource: ResolvedResource;
  readonly resolved: ResolvedOperation;
  readonly body: Buffer;
  readonly contentType: string | undefined;
  readonly wire: PairWire;
}

/** Finds the resource and the operation of a route that the same mappings have matched. */
function findResolved(
  resources: readonly ResolvedResource[],
  { operation }: Route,
): Pick<Subject, 'resource' | 'resolved'> {
  for (const resource of resources) {
    const resolved = resource.operations.find((resolved) => resolved.operation === operation);
    if (resolved !== undefined) return { resource, resolved };
  }
  throw new Error(`no resource has the operation ${operation.name}`);
}

/** Lists the parameters of a path. Hides a secret that a resource is looked up by. */
function shownParameters({ operation, parameters }: Route): Readonly<Record<string, string>> {
  const { lookup } = operation;
  if (lookup?.index.secret !== true) return parameters;
  return { ...parameters, [lookup.by]: '***' };
}

/** Describes the route of a request before an answer is known. */
export function explainRoute({ route, resource }: Subject): Explanation['route'] {
  const { name, v1, v2 } = route.operation;
  const reference = resource.ledger.references.find((line) => line.operation === name)?.place ?? '';
  return {
    operation: name,
    resource: resource.name,
    v1: `${v1.method} ${v1.template}`,
    v2: `${v2.method} ${v2.template}`,
    parameters: shownParameters(route),
    place: reference,
  };
}

export interface ExplainedCall extends Pick<Subject, 'body' | 'contentType'> {
  readonly method: string;
  readonly path: string;
}

/** Finds the operation that answers a request. The failure says why there is none. */
export function openSubject(
  { method, path, ...requestParts }: ExplainedCall,
  { operations, resources, wire }: Pick<Mappings, 'operations' | 'resources' | 'wire'>,
): Result<Subject, string> {
  const route = createMatch(operations)(method, wire.inward(path));
  if (route === undefined) {
    const fate = 'it goes to v1 while v1 lives, then it gets 410, or 404 or 405 if v1 never had it';
    const prefix = wire.outward('/v1');
    const isUnder = wire.inward(path).startsWith('/v1');
    return failure(`no mapping answers this ${method}: ${isUnder ? fate : `v1's prefix is ${prefix}`}`);
  }
  if (!route.ok) {
    const { status, message } = problems[route.failure];
    const fate = `answered with ${status} before anything is sent: ${message}`;
    // A text in the place of an id may be a path that no mapping has.
    return failure(route.failure === 'notFound' ? `it goes to v1 while v1 lives, then it is ${fate}` : fate);
  }
  return success({ route: route.value, ...findResolved(resources, route.value), ...requestParts, wire });
}

/** Renders a refusal: the client's answer in v1's own form, and the reason for the operator. */
export function explainRefusal(
  refusal: Refusal,
  { wire }: Pick<Subject, 'wire'>,
  refused: Answer = answerRefusal(refusal, ''),
): NonNullable<Explanation['answer']> {
  const answer = answerInPairForm(refused, wire);
  const { code: problem, detail } = refusal;
  return { ...definedMembers({ status: answer.status, problem, detail }), body: bodyValue(answer) };
}

/** Reads and translates the body as the gateway does, and lists the v2 target of each member. */
export function explainMembers({ route, resolved, body, contentType }: Subject): {
  readonly members: readonly MemberLine[];
  readonly outgoing?: OutgoingRequest;
  readonly refusal?: Refusal;
} {
  if (resolved.body === undefined) return { members: [] };
  const parsed = body.length === 0 ? undefined : readJsonBytes(body, 'refuse');
  const v1: Json = parsed?.ok === true ? parsed.value : {};
  const translated = readBody(route, { body, contentType });
  if (!translated.ok) {
    return { members: explainBody(resolved.body, { v1, v2: undefined }), refusal: translated.failure };
  }
  const outgoing = translated.value;
  return { members: explainBody(resolved.body, { v1, v2: outgoing }), outgoing };
}

/** Lists the attributes that a request does not ask for. An invalid query, which is refused, has none. */
export function withheldAttributes({ operation, query = new URLSearchParams() }: Route): readonly string[] {
  const askedQuery = operation.query?.(query);
  return askedQuery?.ok === true ? askedQuery.value.hidden : [];
}

/** Translates an answer of v2 without its request: a list item by item, everything else as a whole. */
function translateGiven(
  { operation: { list, answer }, parameters }: Route,
  body: Json,
  withheld: readonly string[],
): Result<JsonObject, Mismatch> {
  const parseText = (text: string): Json => {
    const read = readJson(text, 'drop');
    return read.ok ? read.value : null;
  };
  const data = dataOf(body);
  if (list === undefined || !Array.isArray(data)) {
    const printed = answer.print(body, withheld, parameters);
    if (!printed.ok) return printed;
    const wholeBody = parseText(printed.value.body);
    return success(isJsonObject(wholeBody) ? wholeBody : {});
  }
  const envelopes: Json[] = [];
  for (const item of data) {
    const printed = answer.print({ data: item }, withheld, parameters);
    if (!printed.ok) return printed;
    envelopes.push(parseText(printed.value.data));
  }
  return success({ data: envelopes });
}

/** Explains a v2 answer that is given as a value, or only the request. `item` is the list item to show, from 1. */
export function explainOffline(subject: Subject, body: Json | undefined, item: number): Explanation {
  const { route, resource, resolved } = subject;
  const { v2 } = route.operation;
  const { members, refusal } = explainMembers(subject);
  const common = {
    route: explainRoute(subject),
    stage: body === undefined ? 'nothing is sent' : 'v2: the answer was given, nothing is sent',
    calls: [],
    members,
  };
  if (refusal !== undefined) return { ...common, answer: explainRefusal(refusal, subject), attributes: [] };
  if (body === undefined) return { ...common, attributes: [] };
  const withheld = withheldAttributes(route);
  const v1 = translateGiven(route, body, withheld);
  if (!v1.ok) {
    return { ...common, answer: explainRefusal(refuseUnfit(v1.failure, v2.method), subject), attributes: [] };
  }
  const answered = { v1: v1.value, v2: [body], withheld, item };
  return {
    ...common,
    answer: { status: route.operation.v1.success },
    ...explainAnswer(resource, resolved, answered),
  };
}
