import { Recent } from '../contract/recent';
import type { Operation, PathParameter } from '../mapping/compile/compiledOperation';
import { failure, type Result, success } from '../contract/result';
import type { Gateway, Route } from './gateway';
import type { ProblemCode } from './problems';

/** Matches what could change the path that a value is put into, or hide in a log. */
const unfit = /[/\\\p{Cc}]|\.\.|^\.?$/u;

/**
 * Decodes one path segment exactly once, as UTF-8: `+` stays a plus.
 * Undefined when the encoding is invalid, or the value is empty, a dot, or holds `/`, `\`, `..` or a control
 * character.
 */
function readParameter(segment: string): string | undefined {
  try {
    const value = segment.includes('%') ? decodeURIComponent(segment) : segment;
    return unfit.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * Decodes a value that is only compared and never goes into an upstream path: whatever v1 took for a login, a `%` that
 * begins no escape too (PHP reads it so). Undefined for what cannot be compared: nothing, a NUL, broken UTF-8.
 */
function readComparedParameter(text: string): string | undefined {
  try {
    const value = text.includes('%') ? decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25')) : text;
    return value === '' || value.includes('\0') ? undefined : value;
  } catch {
    return undefined;
  }
}

/** True when a part is `.` or `..`: whoever normalises a path takes it away (RFC 3986 5.2.4), encoded or not. */
export const climbs = (path: string): boolean =>
  path.includes('.') && path.split(/[/\\]/).some((part) => /^\.\.?$/.test(part));

/** The dots and separators of a path decoded once, as whoever normalises it may see them. */
export const plainDots = (path: string): string =>
  path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly parameter: PathParameter }
  /** A text that is looked up and goes into no upstream path: of the last segment and all that follow. */
  | { readonly kind: 'compared'; readonly parameter: PathParameter };

interface CompiledRoute {
  readonly operation: Operation;
  readonly segments: readonly Segment[];
}

/** More digits than any identifier has; a longer number names nothing. */
const integer = /^\d{1,19}$/;

function compileRoute(operation: Operation): CompiledRoute {
  const { lookup, v1 } = operation;
  const texts = v1.template.split('/');
  const segments = texts.map((text, index): Segment => {
    const name = /^\{(.+)\}$/.exec(text)?.[1];
    const parameter = v1.parameters.find((declared) => declared.name === name);
    if (parameter === undefined) return { kind: 'literal', text };
    const isCompared = lookup?.by === name && index === texts.length - 1;
    return { kind: isCompared ? 'compared' : 'parameter', parameter };
  });
  return { operation, segments };
}

function fits({ operation, segments }: CompiledRoute, method: string, given: readonly string[]): boolean {
  if (operation.v1.method !== method) return false;
  return segments.every((segment, index) => segment.kind !== 'literal' || segment.text === given[index]);
}

/** The route of as many segments; without one, that whose last parameter may hold the rest, slashes and all. */
function routeFor(
  candidates: readonly CompiledRoute[],
  method: string,
  given: readonly string[],
): CompiledRoute | undefined {
  const { length } = given;
  return (
    candidates.find((route) => route.segments.length === length && fits(route, method, given)) ??
    candidates.find(
      (route) =>
        route.segments.length < length &&
        route.segments.at(-1)?.kind === 'compared' &&
        fits(route, method, given),
    )
  );
}

function valueOf(kind: Segment['kind'], index: number, given: readonly string[]): string | undefined {
  if (kind !== 'compared') return readParameter(given[index] ?? '');
  const parts = given.slice(index);
  // Whoever normalises such a path asks for another route.
  if (parts.length > 1 && climbs(plainDots(parts.join('/')))) return undefined;
  return readComparedParameter(parts.join('/'));
}

function readRoute(
  { operation, segments }: CompiledRoute,
  given: readonly string[],
  query: URLSearchParams | undefined,
): Result<Route, ProblemCode> {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'literal') continue;
    const { name, type } = segment.parameter;
    const value = valueOf(segment.kind, index, given);
    if (value === undefined) return failure('badPath');
    if (type === 'integer' && !integer.test(value)) return failure('notFound');
    parameters[name] = value;
  }
  return success(query === undefined ? { operation, parameters } : { operation, parameters, query });
}

/** Which part of `/v1/accounts/{id}` most routes differ in. */
const NOUN = 2;

/** The routes by their noun, in their order; those with a parameter there may stand for any. */
function groupByNoun(routes: readonly CompiledRoute[]) {
  const anywhere: CompiledRoute[] = [];
  const byNoun = new Map<string, CompiledRoute[]>();
  for (const route of routes) {
    const segment = route.segments[NOUN];
    if (segment?.kind !== 'literal') {
      for (const others of [anywhere, ...byNoun.values()]) others.push(route);
      continue;
    }
    const others = byNoun.get(segment.text) ?? [...anywhere];
    others.push(route);
    byNoun.set(segment.text, others);
  }
  return (given: readonly string[]): readonly CompiledRoute[] => byNoun.get(given[NOUN] ?? '') ?? anywhere;
}

/** Targets whose route is at hand, for each method; longer ones and those with a query are read each time. */
const MOST_AT_HAND = 5_000;
const LONGEST = 200;

/** Compiles the route templates of the operations; the first one that fits a request answers it. */
export function createMatch(operations: readonly Operation[]): Gateway['match'] {
  const candidates = groupByNoun(operations.map(compileRoute));
  const atHand = new Map<string, Recent<string, Result<Route, ProblemCode>>>();
  for (const { v1 } of operations) atHand.set(v1.method, new Recent(MOST_AT_HAND));

  const find = (method: string, target: string, mark: number): Result<Route, ProblemCode> | undefined => {
    const given = (mark === -1 ? target : target.slice(0, mark)).split('/');
    // v1's router takes no notice of a slash at the end, and clients of PHP's habits write one.
    if (given.at(-1) === '') given.pop();
    const route = routeFor(candidates(given), method, given);
    if (route === undefined) return undefined;
    return readRoute(route, given, mark === -1 ? undefined : new URLSearchParams(target.slice(mark + 1)));
  };
  return (method, target) => {
    const routes = atHand.get(method);
    const known = routes?.get(target);
    if (known !== undefined) return known;
    const mark = target.indexOf('?');
    const found = find(method, target, mark);
    if (found?.ok === true && mark === -1 && target.length <= LONGEST) routes?.set(target, found);
    return found;
  };
}

/** Texts and names of a template in turn. */
const partsOf = (template: string): readonly string[] => template.split(/\{([^}]+)\}/);
/** Of the templates that the mappings have. */
const templates = new Recent<string, readonly string[]>(MOST_AT_HAND);

function filled(template: string, parameters: Route['parameters']): string {
  let path = '';
  templates.memo(template, partsOf).forEach((part, index) => {
    path += index % 2 === 0 ? part : encodeURIComponent(parameters[part] ?? '');
  });
  return path;
}

/** Text that encodeURIComponent leaves as it is. */
const isUnreserved = /^[\w~-]+$/;

/**
 * The target to ask v1 with: the client's own, but a login is encoded anew, so that nobody on the way takes a part of it
 * for a part of the path. Undefined where no encoding keeps it in its place: v1 must not be asked then.
 */
export function targetForV1({ operation, parameters }: Route, target: string): string | undefined {
  const { lookup } = operation;
  if (lookup === undefined) return target;
  // Many logins stand in the path as they would be written anew.
  const login = parameters[lookup.by] ?? '';
  if (isUnreserved.test(login) && target.endsWith(`/${login}`)) return target;
  for (const name in parameters) if (climbs(parameters[name] ?? '')) return undefined;
  const path = filled(operation.v1.template, parameters);
  const mark = target.indexOf('?');
  return mark === -1 ? path : path + target.slice(mark);
}

type Values = Readonly<Record<string, string>>;

/** Path parameters with one more. A literal with a computed name would take V8 into its slow runtime. */
export function withValue(values: Values, name: string, value: string): Values {
  const all: Record<string, string> = {};
  for (const known in values) all[known] = values[known] ?? '';
  all[name] = value;
  return all;
}

/**
 * The `Link` to the v2 operation that takes the place of this one (RFC 5829 3.3). Where a part of its path is not
 * known, or would be a login, the link ends before it.
 */
export function successorLink({ v2, lookup }: Operation, values: Values, id?: string): string {
  const path = v2.path(
    id === undefined || lookup === undefined ? values : withValue(values, lookup.fills, id),
  );
  const known = path.includes('//') || path.endsWith('/') ? v2.template.replace(/\/\{.*$/, '') : path;
  return `<${known}>; rel="successor-version"`;
}
