import { didYouMean } from '../../document/didYouMean';
import type { Complaints } from '../complaints';
import type { ObjectField } from '../contractNamed';
import type { FormFile } from './formFile';
import type { Lines } from './writeLines';

/** Both requests of a form. */
export interface FormContracts {
  readonly old: ObjectField;
  readonly new: ObjectField;
}

function checkTarget(target: string, contracts: FormContracts, complaints: Complaints): void {
  const field = contracts.new.members.get(target);
  if (field?.kind === 'list' && field.element.kind === 'text') return;
  const message = `the new request has no list of texts ${target}`;
  const hint = didYouMean(target, contracts.new.members.keys());
  complaints.report(['lines', target], { code: 'target-unknown', message, hint, part: 'key' });
}

/** Checks the members that become lines of texts against both requests. */
export function resolveLines(
  { lines = {}, fields }: Pick<FormFile, 'lines' | 'fields'>,
  contracts: FormContracts,
  complaints: Complaints,
): readonly Lines[] {
  for (const [target, labels] of Object.entries(lines)) {
    checkTarget(target, contracts, complaints);
    for (const [label, member] of Object.entries(labels)) {
      const at = ['lines', target, label];
      if (contracts.old.members.get(member)?.kind !== 'text') {
        const hint = didYouMean(member, contracts.old.members.keys());
        const message = `the old request has no text ${member}`;
        complaints.report(at, { code: 'body-field-unknown', message, hint });
      } else if (Object.hasOwn(fields, member)) {
        const message = `${member} is a line here and has a rule`;
        complaints.report(at, { code: 'line-and-field', message, hint: 'delete one of them' });
      }
    }
  }
  return Object.entries(lines).map(([target, labels]) => ({ target, lines: Object.entries(labels) }));
}
