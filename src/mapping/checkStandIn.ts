import type { Field } from '../contract/field';
import { compileGuard } from '../contract/guard';
import type { Path } from '../document/document';
import type { Complaints } from './complaints';
import type { RuleEntry } from './ruleEntry';

/** A body rule that may have a default, and what it goes into. */
interface StandIn {
  readonly entry: RuleEntry;
  readonly path: Path;
  /** The v2 field; undefined inside a free-form object. */
  readonly field: Field | undefined;
  readonly creates: boolean;
}

/** A default in a request body needs class and reason, fits v2, and stands only where something new is made. */
export function checkStandIn({ entry, path, field, creates }: StandIn, complaints: Complaints): void {
  const { default: standIn, class: lossClass, reason } = entry;
  const parts = [standIn, lossClass, reason].filter((part) => part !== undefined).length;
  if (parts !== 0 && parts !== 3) {
    const message = 'what v2 is sent without the client having sent it needs a default, a class and a reason';
    complaints.report(path, { code: 'default-without-loss', message, part: 'key' });
  }
  if (standIn === undefined) return;
  if (!creates) {
    const message = 'an update changes only what the client sent';
    const hint = 'defaults are for POST';
    complaints.report([...path, 'default'], { code: 'default-on-update', message, hint, part: 'key' });
  } else if (field !== undefined && compileGuard({ ...field, optional: false })(standIn) !== undefined) {
    const message = `v2 takes ${field.kind} here, and the default is none`;
    complaints.report([...path, 'default'], { code: 'default-violates-contract', message, part: 'key' });
  }
}
