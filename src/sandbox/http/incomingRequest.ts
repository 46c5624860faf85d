import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { ExactNumber, type Json } from '../../contract/json';
import { CallRefusal, sandboxProblems } from './reply';

/** Beginning of the paths whose whole rest is a login, even with slashes. */
export const LOGIN_LOOKUP = '/v1/accounts/by-login/';

/**
 * Normalizes a request target for the router: a login becomes one encoded segment, in which a `%` without an escape
 * stands for itself, as in PHP. Returns undefined for a login that cannot be compared, or that names another path once
 * `.` and `..` are removed (RFC 3986 5.2.4).
 */
export function readTarget(target: string): string | undefined {
  if (!target.startsWith(LOGIN_LOOKUP)) return target;
  const [path = '', ...query] = target.slice(LOGIN_LOOKUP.length).split('?');
  const login = path.replace(/\/$/, '');
  const text = decodeText(login.replace(/%(?![\da-f]{2})/gi, '%25'));
  if (text === undefined || text === '' || text.includes('\0')) return undefined;
  const segments = text.split(/[/\\]/);
  if (login.includes('/') && segments.some((segment) => segment === '.' || segment === '..'))
    return undefined;
  return [`${LOGIN_LOOKUP}${encodeURIComponent(text)}`, ...query].join('?');
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Request of the marketplace in plain values, without an Express object. */
export type IncomingRequest = Readonly<ReturnType<typeof incomingRequest>>;

/** Reads the plain values from an Express request whose raw body was read; path, target and address as sent. */
export function incomingRequest(request: Request) {
  const [path = '/', ...query] = request.originalUrl.split('?');
  const body: unknown = request.body;
  return {
    method: request.method,
    path,
    target: request.originalUrl,
    address: `http://${request.headers.host ?? 'localhost'}${path}`,
    /** Path parameters in their order, decoded once. */
    parameters: Object.values(request.params).map(String),
    /** Of a repeated parameter the last one, as in PHP. */
    query: new URLSearchParams([...new Map(new URLSearchParams(query.join('?')))]),
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

/** Maximum nesting of a body, in levels: more than any offer needs, and safe for recursive code. */
const MAX_DEPTH = 64;

function depthOf(value: Json | undefined): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return 0;
  return 1 + Object.values(value).reduce<number>((deepest, member) => Math.max(deepest, depthOf(member)), 0);
}

/** Maximum digits of a decimal that a double stores exactly. */
const MAX_EXACT_DIGITS = 15;

function readNumber(text: string): number | ExactNumber {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > MAX_EXACT_DIGITS || /e/i.test(text) ? new ExactNumber(text) : Number(text);
}

const UTF_8 = new TextDecoder();
/** Decoder for text that is no UTF-8 (assumed), with the characters that Windows adds. */
const LATIN_1 = new TextDecoder('windows-1252');

/**
 * Texts that cannot be stored: U+0000 ends a text in the store's driver, and UTF-8 has no half of a pair (RFC 8259
 * 8.2).
 */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Reads the body of a request as JSON ("request and response bodies are JSON" in the specification), or refuses it.
 * Returns null if there is none. Numbers that a double would change are kept as text; of two equal names the last one counts, as in
 * PHP.
 */
export function readJsonBody({ body, contentType }: Pick<IncomingRequest, 'body' | 'contentType'>): Json {
  if (body.length === 0) return null;
  if (contentType !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType))
    throw new CallRefusal(sandboxProblems.notJson);
  const unstorable: string[] = [];
  const reviveNumber = (name: string, member: unknown, { source }: { readonly source?: string }): unknown => {
    if ([name, member].some((text) => typeof text === 'string' && UNSTORABLE.test(text)))
      unstorable.push(name);
    return typeof member === 'number' && source !== undefined ? readNumber(source) : member;
  };
  try {
    const value = JSON.parse((isUtf8(body) ? UTF_8 : LATIN_1).decode(body), reviveNumber) as Json;
    if (depthOf(value) > MAX_DEPTH) throw new CallRefusal(sandboxProblems.malformed);
    if (unstorable.length > 0) throw new CallRefusal(sandboxProblems.unstorable);
    return value;
  } catch (error) {
    // A stack overflow means a text with too much nesting.
    const isMalformed = error instanceof SyntaxError || error instanceof RangeError;
    throw isMalformed ? new CallRefusal(sandboxProblems.malformed) : error;
  }
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * Reports whether a request is from a program on this machine: over loopback, under its name, and not from another site
 * in a browser. The name excludes pages whose host name points here (DNS rebinding).
 */
export const isLocal = ({ socket, headers }: Pick<Request, 'socket' | 'headers'>): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  LOCAL_HOST.test(headers.host ?? '') &&
  headers.origin === undefined;
