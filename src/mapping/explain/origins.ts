import type { LedgerAttribute } from '../compile/ledger';
import type { ResolvedResource } from '../compile/resolveFile';
import type { ResolvedOperation } from '../compile/resolveOperation';

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
function nearest(lines: readonly LedgerAttribute[], part: 'attribute' | 'source', path: string) {
  const parts = lines
    .map((line) => ({ line, at: namesOn(line[part] ?? '').join('.') }))
    .filter(({ at }) => at !== '');
  const around = parts.filter(({ at }) => isWithin(path, at));
  return (
    around.toSorted((one, other) => other.at.length - one.at.length)[0] ??
    parts.find(({ at }) => isWithin(at, path))
  );
}

function attributeOrigin(
  lines: readonly LedgerAttribute[],
  path: string,
  within: Origin['within'],
): Origin | undefined {
  const part = nearest(lines, 'attribute', path);
  if (part === undefined) return undefined;
  const { source, place } = part.line;
  if (source === undefined) return { place, within };
  return { place, within, source: isWithin(path, part.at) ? source + path.slice(part.at.length) : source };
}

function originIn({ resource, operation }: Owner, names: readonly string[]): Origin | undefined {
  const { ownAnswer } = operation;
  if (ownAnswer !== undefined) return attributeOrigin(ownAnswer.ledger, names.join('.'), 'body');
  const { ledger, envelope } = resource;
  const [data, member, ...rest] = names;
  if (data !== 'data') return undefined;
  if (member === 'attributes' && rest.length > 0)
    return attributeOrigin(ledger.attributes, rest.join('.'), 'resource');
  if (member === 'id') return { place: envelope.place, source: envelope.id, within: 'resource' };
  return member === 'type' ? { place: envelope.place, within: 'resource' } : undefined;
}

/** Names the operation itself as the origin of a status, a header or the pages of a list. */
function ownOrigin({ resource, operation }: Owner): Origin | undefined {
  const { name } = operation.operation;
  const reference = resource.ledger.references.find((one) => one.operation === name);
  return reference === undefined ? undefined : { place: reference.place, within: 'body' };
}

/** Finds the attribute that reads a value that did not fit: `data.price_eur is not money`. */
function readerOf({ resource, operation: { ownAnswer } }: Owner, unfit: string): Origin | undefined {
  const [path = ''] = unfit.split(' ', 1);
  const within = ownAnswer === undefined ? 'resource' : 'body';
  const place = namesOn(path)
    .slice(ownAnswer === undefined ? 1 : 0)
    .join('.');
  const lines = ownAnswer?.ledger ?? resource.ledger.attributes;
  const reader = nearest(lines, 'source', place)?.line;
  return reader && { place: reader.place, within, source: reader.source ?? place };
}

/** Creates a finder of the origins in the answers of some resources. */
export function originsIn(resources: readonly ResolvedResource[]): Origins {
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
