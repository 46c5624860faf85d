import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import type { RuleEntry } from '../mapping/ruleEntry';
import { sourcePath } from '../mapping/sourcePath';
import { joinPath } from '../contract/joinPath';

/** One written rule, and the fields that it joins. */
export interface RuleSite {
  readonly path: Path;
  readonly entry: RuleEntry;
  /** The v2 path of an attribute rule is read, that of a body rule written. */
  readonly end: 'from' | 'to';
  readonly v1: Field;
  /** The v2 object that the v2 path starts in, and its own path, empty at the root. */
  readonly scope: Field;
  readonly base: string;
}

/** The written rules of one v1 object, and the two contract objects that they join. */
export type RuleSet = Omit<RuleSite, 'entry'> & { readonly entries: Readonly<Record<string, RuleEntry>> };

/** All rules of a set, those inside picked objects too; a rule for a member that v1 does not have is none. */
export function ruleSites(set: RuleSet): readonly RuleSite[] {
  const { entries, path, v1, scope, base, end } = set;
  return Object.entries(entries).flatMap(([name, entry]): readonly RuleSite[] => {
    const field = v1.kind === 'object' ? v1.members.get(name) : undefined;
    if (field === undefined) return [];
    const site = { path: [...path, name], entry, end, v1: field, scope, base };
    if (entry.pick === undefined) return [site];
    const inner = sourcePath(scope, entry[end] ?? '');
    if ('candidates' in inner || inner.field === undefined) return [site];
    const at = {
      path: [...site.path, 'pick'],
      v1: field,
      scope: inner.field,
      base: joinPath(base, entry[end] ?? ''),
    };
    return [site, ...ruleSites({ ...at, end, entries: entry.pick })];
  });
}
