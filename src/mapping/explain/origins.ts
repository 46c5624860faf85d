import type { LedgerAttribute } from '../compile/ledger';
import type { ResolvedResource } from '../compile/resolveFile';
import type { ResolvedOperation } from '../compile/resolveOperation';
import { parameterIn } from '../yaml/ruleEntry';

/** The origin of a part of a v1 answer. */
export interface Origin {
  /** The mapping line that makes the part, `file:line`. */
  readonly place: string;
  /** Path in v2's answer: in the resource, or in the whole body of another answer. Absent if the part has no source. */
  readonly source?: string;
  readonly within: 'resource' | 'body';
}

/**
 * Finds origins by operation and path in its v1 answer, such as `data.attributes.title` or `data.[].id`. If no answer
 * could be made, `unfit` names the v2 value that did not fit, and the origin is the attribute that reads it.
 */
export type Origins = (operation: string, path: string, unfit?: string) => Origin | undefined;

interface Owner {
  readonly resource: ResolvedResource;
  readonly operation: ResolvedOperation;
}

/** Lists the names on a path; elements of arrays and keys of maps have none. */
const namesOn = (path: string): readonly string[] =>
  path
    .replace(/\[\d*\]|\{\}/g, '')
    .split('.')
    .filter((name) => name !== '');

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);

/**
 * Finds the line of the innermost part that contains a path, or else of the first part inside the path; `at` is that
 * part.
 */
function nearest(lines: readonly LedgerAttribute[], lineSide: 'attribute' | 'source', path: string) {
  const placedLines = lines
    .map((line) => ({ line, at: namesOn(line[lineSide] ?? '').join('.') }))
    .filter(({ at }) => at !== '');
  const around = placedLines.filter(({ at }) => isWithin(path, at));
  return (
    around.toSorted((line, nextLine) => nextLine.at.length - line.at.length)[0] ??
    placedLines.find(({ at }) => isWithin(at, path))
  );
}

/** Makes the pattern of a path into elements, each of which may have a key: `facts[].value` is `facts.#46da.value`. */
const elementPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|\\]/g, '\\$&').replaceAll('[]', '((?:\\.[^.]+)?)')}$`);

/** Names the v2 path of a value inside an element, which may have other members around it there. */
function elementSource(lines: readonly LedgerAttribute[], path: string): string | undefined {
  for (const { attribute, source } of lines) {
    const [, ...keys] = (attribute.includes('[]') && elementPattern(attribute).exec(path)) || [];
    if (keys.length === 0 || source === undefined) continue;
    const [start = '', ...laterParts] = source.split('[]');
    return laterParts.reduce((joined, part, index) => joined + (keys[index] ?? '') + part, start);
  }
  return undefined;
}

/** Names the line that makes an attribute, and the v2 path that it is read from. */
function attributeOrigin(
  lines: readonly LedgerAttribute[],
  path: string,
  within: Origin['within'],
): Origin | undefined {
  const nearestLine = nearest(lines, 'attribute', path);
  if (nearestLine === undefined) return undefined;
  const { source, place } = nearestLine.line;
  if (source === undefined || parameterIn(source) !== undefined) return { place, within };
  const same = isWithin(path, nearestLine.at) ? source + path.slice(nearestLine.at.length) : source;
  return { place, within, source: elementSource(lines, path) ?? same };
}

/** Finds the origin of a part of an answer: an attribute, the id or the type. */
function originIn({ resource, operation }: Owner, names: readonly string[]): Origin | undefined {
  const { ownAnswer } = operation;
  if (ownAnswer !== undefined) return attributeOrigin(ownAnswer.ledger, names.join('.'), 'body');
  const { ledger, envelope } = resource;
  const [data, member, ...laterNames] = names;
  if (data !== 'data') return undefined;
  if (member === 'attributes' && laterNames.length > 0)
    return attributeOrigin(ledger.attributes, laterNames.join('.'), 'resource');
  if (member === 'id') return { place: envelope.place, source: envelope.id, within: 'resource' };
  return member === 'type' ? { place: envelope.place, within: 'resource' } : undefined;
}

/** Names the operation itself as the origin of a status, a header or the pages of a list. */
function ownOrigin({ resource, operation }: Owner): Origin | undefined {
  const { name } = operation.operation;
  const reference = resource.ledger.references.find((reference) => reference.operation === name);
  return reference === undefined ? undefined : { place: reference.place, within: 'body' };
}

/** Finds the attribute that reads a value that did not fit: `data.price_eur is not money`. */
function readerOf({ resource, operation: { ownAnswer } }: Owner, unfit: string): Origin | undefined {
  const [path = ''] = unfit.split(' ', 1);
  const within = ownAnswer === undefined ? 'resource' : 'body';
  const sourceName = namesOn(path)
    .slice(ownAnswer === undefined ? 1 : 0)
    .join('.');
  const lines = ownAnswer?.ledger ?? resource.ledger.attributes;
  const reader = nearest(lines, 'source', sourceName)?.line;
  return reader && { place: reader.place, within, source: reader.source ?? sourceName };
}

/** Creates the function that finds the origins in the answers of some resources. */
export function createOriginsFinder(resources: readonly ResolvedResource[]): Origins {
  const owners = new Map<string, Owner>(
    resources.flatMap((resource) =>
      resource.operations.map((operation) => [operation.operation.name, { resource, operation }] as const),
    ),
  );
  return (name, path, unfit) => {
    const owner = owners.get(name);
    const reader = owner && unfit !== undefined ? readerOf(owner, unfit) : undefined;
    return reader ?? (owner && (originIn(owner, namesOn(path)) ?? ownOrigin(owner)));
  };
}
