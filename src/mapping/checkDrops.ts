import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';
import type { LedgerDrop } from './ledger';
import type { RuleEntry } from './ruleEntry';
import { leafPaths } from './sourcePath';

/** The written drops and rules of one file, and what the rules use. */
interface Accounts {
  readonly v2: Field;
  readonly attributes: Readonly<Record<string, RuleEntry>>;
  readonly drops: Readonly<Record<string, string>>;
  readonly used: ReadonlyMap<string, unknown>;
}

/** The line that most likely lacks a v2 field: a rule of its name that reads nothing, else the list of drops. */
function whereDue(field: string, attributes: Accounts['attributes']): readonly [path: Path, hint: string] {
  const name = field.split('.').at(-1) ?? field;
  const namesake = attributes[name];
  if (namesake !== undefined && namesake.from === undefined) {
    return [['attributes', name], `add \`from: ${field}\` here, or \`${field}: <reason>\` to drops`];
  }
  return [['drops'], `use it in a rule, or add \`${field}: <reason>\` to drops`];
}

/** Total accounting: every v2 field is used by some rule or dropped with a reason, never both, never neither. */
export function checkDrops(
  { v2, attributes, drops, used }: Accounts,
  complaints: Complaints,
): readonly LedgerDrop[] {
  const fields = leafPaths(v2);
  for (const field of fields) {
    if (used.has(field) || Object.hasOwn(drops, field)) continue;
    const [path, hint] = whereDue(field, attributes);
    const message = `v2 field ${field} is neither used nor dropped`;
    complaints.report(path, { code: 'source-unaccounted', message, hint, part: 'key' });
  }
  return Object.entries(drops).map(([field, reason]) => {
    const path = ['drops', field];
    if (!fields.includes(field)) {
      const hint = didYouMean(field, fields);
      complaints.report(path, {
        code: 'drop-unknown',
        message: `v2 has no field ${field}`,
        hint,
        part: 'key',
      });
    } else if (used.has(field)) {
      const message = `v2 field ${field} is dropped here and used by a rule`;
      complaints.report(path, { code: 'dropped-and-used', message, hint: 'delete this line', part: 'key' });
    }
    return { field, reason, place: complaints.place(path) };
  });
}
