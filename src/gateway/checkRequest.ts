import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Recent } from '../contract/recent';
import type { Json } from '../contract/json';
import { type JsonFault, readJson } from '../mapping/translate/exactJson';
import { failure, type Result, success } from '../contract/result';
import type { Operation, OutgoingRequest } from '../mapping/compile/compiledOperation';
import type { RequestContext } from './context';
import type { GatewayRequest, Route, Task } from './gateway';
import type { Caller } from './keys/clientKeys';
import type { Refusal } from './refusal';

const utf8 = new TextDecoder('utf-8');
/** Decodes Windows' Latin-1, in which any bytes are text. */
const latin1 = new TextDecoder('windows-1252');

/** Reads bytes as JSON in UTF-8 (RFC 8259 8.1), with `refuse` also as Latin-1, which old clients write. */
export function readJsonBytes(
  bytes: Uint8Array,
  pollution: 'refuse' | 'drop',
): Result<Json, JsonFault | 'encoding'> {
  if (isUtf8(bytes)) return readJson(utf8.decode(bytes), pollution);
  return pollution === 'drop' ? failure('encoding') : readJson(latin1.decode(bytes), pollution);
}

/** Matches `application/json` or `application/*+json`, with any charset. */
const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.!#$&^+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());

/** Cache of content types: clients name few types, and name them in each request. */
const types = new Recent<string, boolean>(64);
const isJsonType = (contentType: string): boolean =>
  contentType.length > 64 ? isJson(contentType) : types.getOrMake(contentType, isJson);

const emptyOutgoing = success({});

function parseBody(body: Buffer): Result<Json, Refusal> {
  if (body.length === 0) return success({});
  const parsed = readJsonBytes(body, 'refuse');
  if (parsed.ok) return parsed;
  const code = parsed.failure === 'pollutingKey' ? 'refusedKey' : 'badJson';
  return failure({ code, detail: `request body: ${parsed.failure}` });
}

interface BodyRequest extends Pick<GatewayRequest, 'body' | 'contentType'> {
  habits?: number;
}

/** Matches a body that says nothing, without the space around it. */
const SAYS_NOTHING = /^(?:\{\s*\}|\[\s*\]|null)?$/;

const NOT_TAKEN = 'The body is not taken: the mapping names none.';
const bodyNotTaken = { message: NOT_TAKEN, errors: { body: [NOT_TAKEN] } };

/** Takes a body that no mapping translates: none, or one that says nothing, where it would be missed. */
const takeUntranslatedBody = (
  { refusesBody = false }: Operation,
  { body }: BodyRequest,
): Result<OutgoingRequest, Refusal> =>
  !refusesBody || SAYS_NOTHING.test(body.toString('latin1').trim())
    ? emptyOutgoing
    : failure({ code: 'invalid', validation: bodyNotTaken });

/** Reads, checks and translates the body of a v1 request. An empty one is `{}`, so that missing fields are named. */
export function readBody(
  { operation, parameters }: Pick<Route, 'operation' | 'parameters'>,
  request: BodyRequest,
): Result<OutgoingRequest, Refusal> {
  const { body: translate, habits } = operation;
  if (translate === undefined) return takeUntranslatedBody(operation, request);
  const { contentType } = request;
  if (contentType !== undefined && !isJsonType(contentType)) return failure({ code: 'unsupportedMediaType' });
  const parsed = parseBody(request.body);
  if (!parsed.ok) return parsed;
  if (request.habits !== undefined) request.habits |= habits?.ofBody?.(parsed.value) ?? 0;
  const translated = translate(parsed.value, parameters);
  return translated.ok ? translated : failure({ code: 'invalid', validation: translated.failure });
}

const noConditions = success(undefined);

/** Checks the headers that the mapping names: what goes with each call stands in the context, conditions do not. */
function readHeaders(
  { headers }: Route['operation'],
  context: RequestContext,
): Result<Task['conditions'], Refusal> {
  if (headers === undefined) return noConditions;
  const read = headers.read(context.clientHeaders ?? {});
  if (!read.ok) return failure({ code: 'invalid', validation: read.failure, isUnmapped: true });
  const { carried, conditions } = read.value;
  context.carried = { ...context.carried, ...carried };
  return success(conditions);
}

/** Checks query, headers and body of a request, and translates them into the parts of its v2 calls. */
export function checkRequest(context: RequestContext, route: Route, caller: Caller): Result<Task, Refusal> {
  const { operation, parameters, query } = route;
  const readQuery = operation.query?.(query ?? new URLSearchParams()) ?? success({ hidden: [] });
  if (!readQuery.ok) return failure({ code: 'invalid', validation: readQuery.failure, isUnmapped: true });
  const conditions = readHeaders(operation, context);
  if (!conditions.ok) return conditions;
  const outgoing = readBody(route, context);
  if (!outgoing.ok) return outgoing;
  const { path } = outgoing.value;
  const values = path === undefined ? parameters : { ...parameters, ...path };
  const task = { operation, values, askedQuery: readQuery.value, outgoing: outgoing.value };
  return success({ ...task, conditions: conditions.value, context: context.contextFor(caller) });
}
