import type { Operation, PathParameter } from '../mapping/operation';
import { failure, type Result, success } from '../translation/result';
import type { Gateway, Route } from './gateway';
import type { ProblemCode } from './problems';
import { readParameter } from './readParameter';

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly parameter: PathParameter };

interface CompiledRoute {
  readonly operation: Operation;
  readonly segments: readonly Segment[];
}

/** More digits than any identifier has; a longer number names nothing. */
const integer = /^\d{1,19}$/;

function compileSegment(text: string, parameters: readonly PathParameter[]): Segment {
  const name = /^\{(.+)\}$/.exec(text)?.[1];
  const parameter = parameters.find((declared) => declared.name === name);
  return parameter === undefined ? { kind: 'literal', text } : { kind: 'parameter', parameter };
}

function compileRoute(operation: Operation): CompiledRoute {
  const { template, parameters } = operation.v1;
  return { operation, segments: template.split('/').map((text) => compileSegment(text, parameters)) };
}

function fits(route: CompiledRoute, method: string, given: readonly string[]): boolean {
  const { operation, segments } = route;
  if (operation.v1.method !== method || segments.length !== given.length) return false;
  return segments.every((segment, index) => segment.kind === 'parameter' || segment.text === given[index]);
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
    const value = readParameter(given[index] ?? '');
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

/** Compiles the route templates of the operations; the first one that fits a request answers it. */
export function createMatch(operations: readonly Operation[]): Gateway['match'] {
  const candidates = groupByNoun(operations.map(compileRoute));
  return (method, target) => {
    const mark = target.indexOf('?');
    const given = (mark === -1 ? target : target.slice(0, mark)).split('/');
    // v1's router takes no notice of a slash at the end, and clients of PHP's habits write one.
    if (given.at(-1) === '') given.pop();
    const route = candidates(given).find((candidate) => fits(candidate, method, given));
    if (route === undefined) return undefined;
    return readRoute(route, given, mark === -1 ? undefined : new URLSearchParams(target.slice(mark + 1)));
  };
}
