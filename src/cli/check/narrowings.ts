import { schemas } from '../../contract/contracts';
import { isJsonObject, type Json } from '../../contract/json';
import { didYouMean } from '../../document/didYouMean';
import type { Document, Path } from '../../document/document';
import type { Fault } from '../../document/fault';
import { faultAt } from '../../document/faultAt';
import type { ResolvedResource } from '../../mapping/resolveFile';
import type { ResolvedOperation } from '../../mapping/resolveOperation';
import { type Narrowing, narrowingsOf } from '../../witness/narrowingsOf';
import { lineAt } from './lineAt';

/** A narrowing with the text of the mapping line it goes through. */
export type ShownNarrowing = Narrowing & { readonly text?: string };

/** What nobody has agreed to, and what is agreed to and is not so. */
export interface Narrowings {
  readonly open: readonly ShownNarrowing[];
  readonly faults: readonly Fault[];
}

const v2Schemas = new Map(Object.entries(schemas.v2));

const memberAt = (value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined => {
  if (name === undefined) return value;
  return isJsonObject(value) ? memberAt(value[name], rest) : undefined;
};

/** The members of an operation's body that its file says v2 may take less of, and where it says so. */
function agreedIn(documents: readonly Document[], resource: string, operation: string) {
  const path: readonly string[] = ['operations', operation, 'body', 'narrows'];
  const document = documents.find(({ value }) => memberAt(value as Json, ['resource']) === resource);
  const said = document === undefined ? undefined : memberAt(document.value as Json, path);
  return { document, path, members: isJsonObject(said) ? Object.keys(said) : [] };
}

const nothingAt = (document: Document, path: Path, member: string, known: readonly string[]): Fault =>
  faultAt(document, path, {
    code: 'narrows-nothing',
    message: `v2 takes of ${member} whatever v1 takes`,
    hint: didYouMean(member, known) ?? 'delete this line',
    part: 'key',
  });

function ofOperation(
  resource: string,
  resolved: ResolvedOperation,
  documents: readonly Document[],
): Narrowings {
  const { name } = resolved.operation;
  const { document, path, members } = agreedIn(documents, resource, name);
  const schema = v2Schemas.get(resolved.body?.contract.v2 ?? '');
  const found = schema === undefined ? [] : narrowingsOf(resolved, schema);
  const narrowed = [...new Set(found.map(({ member }) => member))];
  const unknown = members.filter((member) => !narrowed.includes(member));
  return {
    open: found
      .filter(({ member }) => !members.includes(member))
      .map((one) => ({ ...one, ...lineAt(documents, one.place) })),
    faults: unknown.flatMap((member) =>
      document === undefined ? [] : [nothingAt(document, [...path, member], member, narrowed)],
    ),
  };
}

/** Every request, of all operations, that v1 takes and v2 would refuse, but for those that the mappings agree to. */
export function narrowings(
  resources: readonly ResolvedResource[],
  documents: readonly Document[],
): Narrowings {
  const all = resources.flatMap(({ name, operations }) =>
    operations.map((resolved) => ofOperation(name, resolved, documents)),
  );
  return { open: all.flatMap(({ open }) => open), faults: all.flatMap(({ faults }) => faults) };
}
