import { Recent } from '../contract/recent';
import type { Method, Operation, PathParameter } from '../mapping/compile/compiledOperation';
import { failure, type Result, success } from '../contract/result';
import type { Gateway, Route, Translation } from './gateway';
import type { ProblemCode } from './problems';

/** Matches a value that could change the path into which it is put, or hide in a log. */
const unfitInPath = /[/\\\p{Cc}]|\.\.|^\.?$/u;

/** Matches a value that cannot be compared. */
const incomparable = /^$|\0/;

/** Decodes a text exactly once, as UTF-8: `+` stays a plus. Undefined for an invalid encoding and an unfit value. */
function readParameter(text: string, unfit: RegExp): string | undefined {
  try {
    const value = text.includes('%') ? decodeURIComponent(text) : text;
    return unfit.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Reports whether a segment is `.` or `..`, encoded or not. Normalising a path removes it (RFC 3986 5.2.4). */
export const hasDotSegment = (path: string): boolean =>
  path.includes('.') && path.split(/[/\\]/).some((segment) => /^\.\.?$/.test(segment));

/** Decodes the dots and separators of a path once, as a server that normalises it may. */
export const decodeDots = (path: string): string =>
  path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');

/** One operation of the mappings as a route: Express's router and `match` use the same pattern. */
export interface MappedRoute {
  readonly operation: Operation;
  readonly method: Method;
  /** Matches a path without its query. */
  readonly pattern: RegExp;
  /** Reads the parameters of a target that fits the pattern; a problem if they are not fit for the operation. */
  readonly read: (target: string) => Result<Route, ProblemCode>;
}

/** A translation from whose operations the edge makes routes. */
export interface RoutedTranslation extends Translation {
  readonly routes: () => readonly MappedRoute[];
}

/** Most digits of an id: a longer number names nothing. */
const integer = /^\d{1,19}$/;

/** A name in a template, e.g. `{login}`. */
const PARAMETER = /^\{(.+)\}$/;

/** Splits a path without its query. Ignores a slash at the end as v1's router does, because PHP clients write it. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
}

/**
 * Reads a value that is only compared and goes into no upstream path: the rest of the path with its slashes, everything
 * that v1 took for a login, even a `%` that begins no escape (PHP reads it so).
 */
function readRest(segments: readonly string[]): string | undefined {
  const joinedRest = segments.join('/');
  // A server that normalises such a path answers another route.
  if (segments.length > 1 && hasDotSegment(decodeDots(joinedRest))) return undefined;
  const rest = joinedRest.includes('%') ? joinedRest.replace(/%(?![0-9a-f]{2})/gi, '%25') : joinedRest;
  return readParameter(rest, incomparable);
}

/** True for a text that cannot name what a parameter stands for. */
const isStray = ({ type, except }: PathParameter, value: string): boolean =>
  (type === 'integer' && !integer.test(value)) || except?.includes(value) === true;

/** Compiles the reader of an operation's parameters from a target. */
function compileRead(operation: Operation): MappedRoute['read'] {
  const { lookup, v1 } = operation;
  const names = v1.template.split('/').map((text) => PARAMETER.exec(text)?.[1]);
  const parameters = names.flatMap((name, index) => {
    const parameter = v1.parameters.find((declared) => declared.name === name);
    const isCompared = name !== undefined && lookup?.by === name && index === names.length - 1;
    return parameter === undefined ? [] : [{ ...parameter, index, isCompared }];
  });
  return (target) => {
    const mark = target.indexOf('?');
    const segments = segmentsOf(mark === -1 ? target : target.slice(0, mark));
    const values: Record<string, string> = {};
    for (const parameter of parameters) {
      const { name, index, isCompared } = parameter;
      const value = isCompared
        ? readRest(segments.slice(index))
        : readParameter(segments[index] ?? '', unfitInPath);
      if (value === undefined) return failure('badPath');
      if (isStray(parameter, value)) return failure('notFound');
      values[name] = value;
    }
    const route = { operation, parameters: values };
    return success(mark === -1 ? route : { ...route, query: new URLSearchParams(target.slice(mark + 1)) });
  };
}

/** Makes the pattern of a template. With `rest` the last parameter takes the rest of a longer path. */
function patternOf(template: string, takesRest: boolean): RegExp {
  const segments = template
    .split('/')
    .map((text) => (PARAMETER.test(text) ? '[^/]*' : text.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^${segments.join('/')}${takesRest ? '/.*' : '(?<!/)/?'}$`);
}

/** Returns a text by which a template sorts before those that take a parameter where it has a literal segment. */
const rankOf = ({ v1 }: Operation): string =>
  v1.template
    .split('/')
    .map((segment) => (PARAMETER.test(segment) ? '1' : '0'))
    .join('');

/** Keeps the routes of operations: a check plays thousands of fixtures, each through a gateway of its own. */
const keptRoutes = new WeakMap<readonly Operation[], readonly MappedRoute[]>();

/**
 * Compiles the routes of the operations. Those with as many segments as the path come first, and among them a literal
 * segment wins over a parameter, whatever their order in the files.
 */
export function compileRoutes(operations: readonly Operation[]): readonly MappedRoute[] {
  const kept = keptRoutes.get(operations);
  if (kept !== undefined) return kept;
  const ranked = operations.toSorted((operation, nextOperation) =>
    rankOf(operation).localeCompare(rankOf(nextOperation)),
  );
  const exact = ranked.map((operation): MappedRoute => {
    const { method, template } = operation.v1;
    return { operation, method, pattern: patternOf(template, false), read: compileRead(operation) };
  });
  const withRest = exact.flatMap((route) => {
    const { lookup, v1 } = route.operation;
    const takesRest = lookup !== undefined && v1.template.endsWith(`/{${lookup.by}}`);
    return takesRest ? [{ ...route, pattern: patternOf(v1.template, true) }] : [];
  });
  const routes = [...exact, ...withRest];
  keptRoutes.set(operations, routes);
  return routes;
}

/** Finds the first route that fits a request, and reads its parameters. Skips a route for which a text is no id. */
export function matchRoute(
  routes: readonly MappedRoute[],
  method: string,
  target: string,
): ReturnType<Gateway['match']> {
  const [path = ''] = target.split('?', 1);
  const fitting = routes.filter((route) => route.method === method && route.pattern.test(path));
  const read = fitting[0]?.read(target);
  if (fitting.length < 2 || read?.ok !== false || read.failure !== 'notFound') return read;
  return matchRoute(fitting.slice(1), method, target);
}

/** Compiles the routes of the operations. The first one that fits a request answers it. */
export function createMatch(operations: readonly Operation[]): Gateway['match'] {
  const routes = compileRoutes(operations);
  return (method, target) => matchRoute(routes, method, target);
}

const MAX_TEMPLATES = 5_000;

/** Returns the texts and names of a template, alternating. */
const partsOf = (template: string): readonly string[] => template.split(/\{([^}]+)\}/);
const templates = new Recent<string, readonly string[]>(MAX_TEMPLATES);

function fillTemplate(template: string, parameters: Route['parameters']): string {
  let path = '';
  templates.getOrMake(template, partsOf).forEach((segment, index) => {
    path += index % 2 === 0 ? segment : encodeURIComponent(parameters[segment] ?? '');
  });
  return path;
}

/** Returns the target to ask v1 with, its login encoded to stay in its segment. Returns undefined if it cannot. */
export function targetForV1({ operation, parameters }: Route, target: string): string | undefined {
  const { lookup } = operation;
  if (lookup === undefined) return target;
  // Many logins already stand in the path in their encoded form.
  const login = parameters[lookup.by] ?? '';
  if (/^[\w~-]+$/.test(login) && target.endsWith(`/${login}`)) return target;
  for (const name in parameters) if (hasDotSegment(parameters[name] ?? '')) return undefined;
  const path = fillTemplate(operation.v1.template, parameters);
  const mark = target.indexOf('?');
  return mark === -1 ? path : path + target.slice(mark);
}

type Values = Route['parameters'];

/** Adds a path parameter. A literal with a computed name would take V8 into its slow runtime. */
export function addValue(values: Values, name: string, value: string): Values {
  const all: Record<string, string> = {};
  for (const parameter in values) all[parameter] = values[parameter] ?? '';
  all[name] = value;
  return all;
}

/** Returns the `Link` to v2's operation (RFC 5829 3.3), up to a part that is unknown or would be a login. */
export function successorLink({ v2, lookup }: Operation, values: Values, id?: string): string {
  const path = v2.path(
    id === undefined || lookup === undefined ? values : addValue(values, lookup.fills, id),
  );
  const isUnknown = path.includes('//') || path.endsWith('/');
  const query = v2.sends === undefined ? '' : `?${v2.sends}`;
  return `<${isUnknown ? v2.template.replace(/\/\{.*$/, '') : path + query}>; rel="successor-version"`;
}
