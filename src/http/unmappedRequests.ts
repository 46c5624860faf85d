import type { Request, RequestHandler } from 'express';
import type { Clock } from '../contract/clock';
import { operationsV1 } from '../contract/contracts';
import { type Caller, type ClientKeys, fingerprintOfHeader } from '../gateway/keys/clientKeys';
import type { Answer } from '../gateway/problems';
import type { MappedRoute, RoutedTranslation } from '../gateway/routes';
import { type Exchange, exchangeOf } from './server/exchange';
import type { PassThrough } from './passThrough/passThrough';
import { type PassCopy, rewritePageLinks } from './passThrough/passedMessages';
import { isRead } from './server/messages';
import type { PassedWrite } from '../gateway/lookup/lookups';
import type { Profile } from '../mapping/profile/profileFile';
import { replaceKey } from '../mapping/profile/keyStyle';
import type { PairWire } from '../mapping/profile/wire';

export interface UnmappedParts {
  /** Takes untranslated v1 requests until the sunset (clock ms). It is undefined when v1 is not configured. */
  readonly v1: { readonly passThrough: PassThrough; readonly sunset: number } | undefined;
  /** Routes of the mapped operations: after the end of v1, their resources still answer wrong paths and methods. */
  readonly routes: RoutedTranslation['routes'];
  readonly profile: Pick<Profile, 'contracts'>;
  /** Names the shape of a target, without any text of the client. */
  readonly shapeOf: (target: string) => string;
  readonly clock: Clock;
  readonly keys: ClientKeys;
  /** Refuses requests that the retirement of v1 ends. Returns undefined for other requests. */
  readonly answerOnceEnded?: ((exchange: Exchange) => Answer | undefined) | undefined;
}

/** The operations that v1 of the shipped pair had, by the contract. */
const shippedOperations = Object.values(operationsV1).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/**
 * Refuses as the shipped v1 did if a mapped resource never had such a path or method. Otherwise says that v1 has ended.
 * The mappings of another pair say all that is known of its v1, so that everything else has ended.
 */
function refuseUnmapped(exchange: Exchange, routes: readonly MappedRoute[], isShipped: boolean): void {
  const { method: ownMethod, target } = exchange;
  const [path = ''] = target.split('?', 1);
  const isLost =
    !isShipped || shippedOperations.some(({ method, pattern }) => method === ownMethod && pattern.test(path));
  const [, version, resource] = path.split('/');
  const beginning = `/${version}/${resource}/`;
  const isKnown = routes.some(({ operation: { v1 } }) => `${v1.template}/`.startsWith(beginning));
  const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).map((route) => route.method));
  if (isLost || !isKnown) exchange.sendProblem('gone');
  else if (allowed.size === 0) exchange.sendProblem('notFound');
  else exchange.sendProblem('methodNotAllowed', { allow: [...allowed].join(', ') });
}

/** Creates the handler that passes unmapped v1 requests on while v1 lives, and then answers 410, 404 or 405. */
export function createUnmappedHandler(unmapped: UnmappedParts): RequestHandler {
  const { v1, routes, profile, shapeOf, clock, keys, answerOnceEnded } = unmapped;
  return (request, response, next) => {
    const exchange = exchangeOf(response);
    const { authorization, target } = exchange;
    const caller = keys.v1.identify(authorization)?.fingerprint ?? fingerprintOfHeader(authorization);
    exchange.fingerprint = caller;
    exchange.noteFacts({ route: '/v1/**', shape: shapeOf(target), caller });
    const refusal = answerOnceEnded?.(exchange);
    if (refusal !== undefined) {
      exchange.sendInForm(refusal);
      return;
    }
    if (v1 === undefined || clock.now() >= v1.sunset) {
      refuseUnmapped(exchange, routes(), profile.contracts === 'shipped');
      return;
    }
    exchange.noteServedBy('v1');
    request.url = target; // without its mount path
    v1.passThrough.pass(request, response, exchange, next);
  };
}

export interface PassedV2 {
  readonly v2: PassThrough;
  readonly keys: ClientKeys;
  /** Takes note of writes that went to v2 untranslated. Absent: they are not noted. */
  readonly notePassed?: ((caller: Caller, write: PassedWrite) => unknown) | undefined;
  /** True to let the links of a list to its own pages name the address that the client has asked. */
  readonly rewritesLinks: boolean;
  readonly wire: Pick<PairWire, 'outward' | 'keys'>;
}

/**
 * Creates the edit that shows a client its own key where an answer repeats the one that was sent for it. Returns
 * undefined if v2 takes keys in a header, which no link repeats, or if the key is the client's own.
 */
function createKeyEditor(
  { keys: { v2: style } }: PassedV2['wire'],
  ownKey: string | undefined,
  caller: Caller | undefined,
): ((text: string) => string) | undefined {
  if (style?.in !== 'query' || ownKey === undefined || caller === undefined) return undefined;
  const otherLines = caller
    .authorizations()
    .flatMap((sentKey = ownKey) => (sentKey === ownKey ? [] : [style.outward(sentKey)]));
  if (otherLines.length === 0) return undefined;
  const { value } = style.outward(ownKey);
  return (text) => otherLines.reduce((edited, line) => replaceKey(edited, line, value), text);
}

/**
 * Creates the edit that points a list's links to this gateway, and shows no key of another. Returns undefined if there
 * is nothing to edit.
 */
function createListEditor(
  request: Request,
  { rewritesLinks, wire: { outward } }: Pick<PassedV2, 'rewritesLinks' | 'wire'>,
  editKey: ReturnType<typeof createKeyEditor>,
): ((body: Buffer) => Buffer) | undefined {
  const { method, url, headers } = request;
  if (method !== 'GET' || !(rewritesLinks || editKey !== undefined)) return undefined;
  const forwarded = request.get('x-forwarded-proto') ?? '';
  // Only the proxy that ends TLS knows it; a client that makes it up misleads only itself.
  const scheme = /^https?$/.test(forwarded) ? forwarded : request.protocol;
  const origin = `${scheme}://${headers.host ?? ''}`;
  if (headers['accept-encoding'] !== undefined) headers['accept-encoding'] = 'identity';
  const [path = ''] = outward(url).split('?');
  return (body) => {
    const linked = rewritesLinks ? rewritePageLinks(body, path, origin) : body;
    if (editKey === undefined) return linked;
    const text = linked.toString('latin1');
    const edited = editKey(text);
    return edited === text ? linked : Buffer.from(edited, 'latin1');
  };
}

/** Creates the handler that passes every v2 request with the client's key, so that a client can move call by call. */
export function createV2Handler(passed: PassedV2): RequestHandler {
  const { v2, keys, notePassed, wire } = passed;
  return (request, response, next) => {
    const exchange = exchangeOf(response);
    request.url = exchange.target; // without its mount path
    exchange.noteFacts({ route: '/v2/**' });
    const { authorization: ownKey } = request.headers;
    const caller = keys.v2.identify(ownKey);
    const editHeader = createKeyEditor(wire, ownKey, caller);
    const edits = { editHeader, editList: createListEditor(request, passed, editHeader) };
    if (caller === undefined) {
      v2.pass(request, response, exchange, next, edits);
      return;
    }
    exchange.noteFacts({ caller: caller.fingerprint });
    const [firstKey, secondKey] = caller.authorizations();
    request.headers.authorization = firstKey;
    const tryFirst = (): void => caller.tryFirst(secondKey ?? '');
    const otherKey = secondKey === undefined ? undefined : { authorization: secondKey, tryFirst };
    const { method, url: target } = request;
    // The answer to a write is held back until it is whole, unless it is unusually long.
    const noteAnswer: PassCopy['noteAnswer'] = ({ statusCode = 0, headers }, answer) => {
      const isPlain = headers['content-encoding'] === undefined;
      if (statusCode >= 200 && statusCode <= 299 && isPlain) notePassed?.(caller, { method, target, answer });
    };
    const copy = isRead(request) ? undefined : { noteAnswer };
    v2.pass(request, response, exchange, next, { otherKey, copy, ...edits });
  };
}
