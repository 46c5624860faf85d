import { countClasses } from './countClasses';
import { counted } from './counted';
import type { Ledger } from './ledger';

/** All ledgers in one line: how much is translated, at what loss, and on what evidence. */
export function summarizeLedgers(ledgers: readonly Ledger[]): string {
  const attributes = ledgers.flatMap((ledger) => ledger.attributes);
  const members = ledgers.flatMap((ledger) => ledger.members);
  const uses = ledgers.flatMap((ledger) => ledger.uses);
  const drops = ledgers.flatMap((ledger) => ledger.drops);
  const calls = ledgers.flatMap((ledger) => ledger.references);
  const operations = calls.filter(({ v1 }) => v1 !== undefined);
  const assumed = calls.filter(({ evidence }) => Object.values(evidence).includes('assumed'));
  return [
    `${counted(operations.length, 'operation')} on ${counted(ledgers.length, 'resource')}`,
    `${counted(attributes.length, 'v1 attribute')} (${countClasses(attributes)})`,
    counted(members.length, 'v1 request member'),
    `${counted(uses.length + drops.length, 'v2 field')} (${uses.length} used, ${drops.length} dropped with reason)`,
    `${counted(calls.length, 'v2 call')} (${assumed.length} assumed)`,
  ].join('; ');
}
