import type { LedgerAttribute } from '../mapping/ledger';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';

/** The mapping line, `file:line`, that makes what is at a path of an operation's v1 answer. */
export type MappingLines = (operation: string, path: string) => string | undefined;

interface Owner {
  readonly resource: ResolvedResource;
  readonly operation: ResolvedOperation;
}

/** The names on a path template; elements of arrays and keys of maps have none. */
const namesOn = (path: string): readonly string[] => path.split(/[.[\]{}]+/).filter((name) => name !== '');

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);

/** The line of the attribute that a path is in, the innermost; or the first of those that are in it. */
function attributeLine(lines: readonly LedgerAttribute[], path: string): string | undefined {
  const around = lines.filter(({ attribute }) => isWithin(path, attribute));
  const innermost = around.toSorted((one, other) => other.attribute.length - one.attribute.length)[0];
  return (innermost ?? lines.find(({ attribute }) => isWithin(attribute, path)))?.place;
}

function lineIn({ resource, operation }: Owner, names: readonly string[]): string | undefined {
  const { ownAnswer } = operation;
  if (ownAnswer !== undefined) return attributeLine(ownAnswer.ledger, names.join('.'));
  const [data, member, ...rest] = names;
  if (data !== 'data') return undefined;
  if (member === 'attributes' && rest.length > 0)
    return attributeLine(resource.ledger.attributes, rest.join('.'));
  return member === 'id' || member === 'type' ? resource.envelope.place : undefined;
}

const ownLine = ({ resource, operation }: Owner): string | undefined =>
  resource.ledger.references.find((reference) => reference.operation === operation.operation.name)?.place;

/** Finds mapping lines by operation and path template; what no attribute makes, the operation itself does. */
export function mappingLines(resources: readonly ResolvedResource[]): MappingLines {
  const owners = new Map<string, Owner>(
    resources.flatMap((resource) =>
      resource.operations.map((operation) => [operation.operation.name, { resource, operation }] as const),
    ),
  );
  return (name, path) => {
    const owner = owners.get(name);
    return owner === undefined ? undefined : (lineIn(owner, namesOn(path)) ?? ownLine(owner));
  };
}
