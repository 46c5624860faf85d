import { isJsonObject, type Json } from '../../contract/json';
import { didYouMean, faultAt } from '../../mapping/yaml/complaints';
import type { Path, YamlDocument } from '../../mapping/yaml/yamlDocument';
import type { Fault } from '../../mapping/yaml/fileFault';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { type Narrowing, narrowingsOf } from '../../proof/witnesses/requestNarrowings';
import { lineAt } from './checkFindings';
import type { Terminal } from '../terminal';

/** A narrowing with the text of its mapping line. */
export type ShownNarrowing = Narrowing & { readonly text?: string };

/** Narrowings without an agreement, and agreements without a narrowing. */
interface Narrowings {
  readonly open: readonly ShownNarrowing[];
  readonly faults: readonly Fault[];
}

const memberAt = (value: Json | undefined, [name, ...laterNames]: readonly string[]): Json | undefined => {
  if (name === undefined) return value;
  return isJsonObject(value) ? memberAt(value[name], laterNames) : undefined;
};

/** Collects the body members whose narrowing the mapping file agrees to, with the place of each agreement. */
function agreedIn(documents: readonly YamlDocument[], resource: string, operation: string) {
  const path: readonly string[] = ['operations', operation, 'body', 'narrows'];
  const document = documents.find(({ value }) => memberAt(value as Json, ['resource']) === resource);
  const writtenValue = document === undefined ? undefined : memberAt(document.value as Json, path);
  return { document, path, members: isJsonObject(writtenValue) ? Object.keys(writtenValue) : [] };
}

const nothingAt = (
  document: YamlDocument,
  path: Path,
  member: string,
  knownNames: readonly string[],
): Fault =>
  faultAt(document, path, {
    code: 'narrows-nothing',
    message: `v2 takes of ${member} whatever v1 takes`,
    hint: didYouMean(member, knownNames) ?? 'delete this line',
    part: 'key',
  });

function ofOperation(
  { name: resource, schemas }: ResolvedResource,
  resolved: ResolvedOperation,
  documents: readonly YamlDocument[],
): Narrowings {
  const { name } = resolved.operation;
  const { document, path, members } = agreedIn(documents, resource, name);
  const schema = schemas.v2[resolved.body?.contract.v2 ?? ''];
  const narrowings = schema === undefined ? [] : narrowingsOf(resolved, schema);
  const narrowed = [...new Set(narrowings.map(({ member }) => member))];
  const unknown = members.filter((member) => !narrowed.includes(member));
  return {
    open: narrowings
      .filter(({ member }) => !members.includes(member))
      .map((narrowing) => ({ ...narrowing, ...lineAt(documents, narrowing.place) })),
    faults: unknown.flatMap((member) =>
      document === undefined ? [] : [nothingAt(document, [...path, member], member, narrowed)],
    ),
  };
}

/** Finds every member that v1 accepts and v2 would refuse, except those that the mappings agree to. */
export function narrowings(
  resources: readonly ResolvedResource[],
  documents: readonly YamlDocument[],
): Narrowings {
  const all = resources.flatMap((resource) =>
    resource.operations.map((resolved) => ofOperation(resource, resolved, documents)),
  );
  return { open: all.flatMap(({ open }) => open), faults: all.flatMap(({ faults }) => faults) };
}

const LONGEST_SHOWN = 60;

function shown(value: ShownNarrowing['value']): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST_SHOWN
    ? `${text.slice(0, LONGEST_SHOWN)}... (${text.length - 2} characters)`
    : text;
}

/** Warns of values that v1 accepts and v2 would refuse: the member, its relation to v2's limit, an example. */
export function printNarrowings(shownNarrowings: readonly ShownNarrowing[], { complain }: Terminal): void {
  for (const { operation, member, is, value, place: position, text } of shownNarrowings) {
    complain(
      `warning: ${operation}: v2 refuses what v1 takes: ${member} that is ${is}, e.g. ${shown(value)}`,
    );
    if (text !== undefined) complain(`  ${position} | ${text.trim()}`);
  }
  if (shownNarrowings.length > 0) complain('');
}
