import type { Path } from '../../mapping/yaml/yamlDocument';
import { type Field, joinPath } from '../../contract/field';
import { memberEntries, type RuleEntry } from '../../mapping/yaml/ruleEntry';
import { withCalls } from '../../mapping/compile/calls/calledContracts';
import { emptyObject } from '../../mapping/compile/namedContracts';
import { fieldAt } from '../../mapping/compile/sourcePath';
import { extendContracts } from '../../contract/knownContracts';
import type { MappingFile } from '../../mapping/yaml/mappingFile';

/** One change to a parsed mapping file: sets the value at a path; without a value removes the member there. */
export interface MappingEdit {
  readonly path: Path;
  readonly value?: unknown;
}

/** A mapping file with one plausible mistake in it. */
export interface Mutant {
  /** The mistake in words, e.g. `source title instead of slug`. */
  readonly what: string;
  /** Path of the mistake in the file. */
  readonly path: Path;
  readonly edits: readonly MappingEdit[];
}

/** Makes the mutant with another value at a path; without a value nothing stands there. */
export const mutantAt = (what: string, path: Path, value?: unknown): Mutant => ({
  what,
  path,
  edits: [{ path, value }],
});

/** Makes the mutant in which nothing stands at a path. */
export const dropped = (path: Path): Mutant => mutantAt(`${path.slice(-2).join('.')} missing`, path);

/** Copies a record without the named members. */
export function withoutMembers<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function applyEdit(root: unknown, [name, ...innerPath]: Path, edit: MappingEdit): unknown {
  if (name === undefined) return edit.value;
  const members: Readonly<Record<string, unknown>> = { ...(root as object | undefined) };
  if (innerPath.length === 0 && edit.value === undefined) return withoutMembers(members, [String(name)]);
  return { ...members, [name]: applyEdit(members[name], innerPath, edit) };
}

/** Copies plain data and makes the edits in their order; creates missing objects on the way to a path. */
export function applyEdits(root: unknown, edits: readonly MappingEdit[]): unknown {
  return edits.reduce((value, edit) => applyEdit(value, edit.path, edit), root);
}

/** One written rule, and the fields that it joins. */
export interface RuleSite {
  readonly path: Path;
  readonly entry: RuleEntry;
  /** Member with the v2 path: `from` of an attribute rule, which reads it; `to` of a body rule, which writes it. */
  readonly end: 'from' | 'to';
  readonly v1: Field;
  /** The v2 object in which the v2 path starts, and the path of that object. It is empty at the root. */
  readonly scope: Field;
  readonly base: string;
}

/** Lists all rules of a v1 object, including rules inside picked objects; skips members that v1 does not have. */
const ruleSites = (
  entries: Readonly<Record<string, RuleEntry>>,
  around: Omit<RuleSite, 'entry'>,
): readonly RuleSite[] =>
  Object.entries(entries).flatMap(([name, entry]): readonly RuleSite[] => {
    const { path, end, v1, scope, base } = around;
    const field = v1.kind === 'object' ? v1.members.get(name) : undefined;
    if (field === undefined) return [];
    const site = { ...around, path: [...path, name], entry, v1: field };
    const members = memberEntries(entry);
    const from = `${entry[end] ?? ''}${entry.each === undefined ? '' : '[]'}`;
    const inner = fieldAt(scope, from);
    if (members === undefined || inner === undefined) return [site];
    const within = {
      path: [...site.path, from.endsWith('[]') ? 'each' : 'pick'],
      v1: field.kind === 'list' ? field.element : field,
      scope: inner,
      base: joinPath(base, from),
    };
    return [site, ...ruleSites(members, { ...around, ...within })];
  });

/** A parsed mapping file with its rules as lists: the input of the mutation operators. */
export interface MutationSubject {
  readonly file: MappingFile;
  readonly v1: Field;
  readonly v2: Field;
  /** The rules that make the attributes of the resource. */
  readonly attributes: readonly RuleSite[];
  /** All rules: of the attributes, of each other answer, of each body. Mistakes exchange rules only within one group. */
  readonly groups: readonly (readonly RuleSite[])[];
}

/** Lists the rules of a parsed file. Returns undefined when it names contracts that do not exist. */
export function subjectOf(file: MappingFile): MutationSubject | undefined {
  const { fields } = extendContracts(file.contract.adds);
  const v1 = fields.v1.get(file.contract.v1);
  const firstV2 = fields.v2.get(file.contract.v2);
  if (v1 === undefined || firstV2?.kind !== 'object') return undefined;
  const v2 = withCalls(firstV2, file, fields.v2);
  const sitesOf = (
    { contract }: { readonly contract?: { readonly v1: string; readonly v2?: string | undefined } } = {},
    entries: Readonly<Record<string, RuleEntry>> = {},
    path: Path,
    end: RuleSite['end'],
  ): readonly RuleSite[] => {
    const { v1: v1Name = '', v2: v2Name } = contract ?? {};
    const shownField = fields.v1.get(v1Name);
    const scope = v2Name === undefined ? emptyObject : fields.v2.get(v2Name);
    if (shownField === undefined || scope === undefined) return [];
    return ruleSites(entries, { path, end, v1: shownField, scope, base: '' });
  };
  const operations = Object.entries(file.operations);
  const ofResource = { path: ['attributes'], end: 'from', v1, scope: v2, base: '' } as const;
  const attributes = ruleSites(file.attributes, ofResource);
  const groups = [
    attributes,
    ...operations.map(([name, { answer }]) =>
      sitesOf(answer, answer?.attributes, ['operations', name, 'answer', 'attributes'], 'from'),
    ),
    ...operations.map(([name, { body }]) =>
      sitesOf(body, body?.fields, ['operations', name, 'body', 'fields'], 'to'),
    ),
  ];
  return { file, v1, v2, attributes, groups };
}
