import type { Field } from '../contract/field';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';
import type { LedgerDrop } from './ledger';
import { leafPaths } from './sourcePath';

/** The written drops of one file, and what its rules use. */
interface Accounts {
  readonly v2: Field;
  readonly drops: Readonly<Record<string, string>>;
  readonly used: ReadonlyMap<string, unknown>;
}

/** Total accounting: every v2 field is used by some rule or dropped with a reason, never both, never neither. */
export function checkDrops({ v2, drops, used }: Accounts, complaints: Complaints): readonly LedgerDrop[] {
  const fields = leafPaths(v2);
  for (const field of fields) {
    if (used.has(field) || Object.hasOwn(drops, field)) continue;
    complaints.report(['attributes'], {
      code: 'source-unaccounted',
      message: `v2 field ${field} is neither used nor dropped`,
      hint: `use it in a rule, or add \`${field}: <reason>\` to drops`,
      part: 'key',
    });
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
