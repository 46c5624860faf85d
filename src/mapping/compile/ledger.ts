import type { Json } from '../../contract/json';
import type { EvidenceEntry } from '../yaml/mappingFile';
import type { RuleEntry } from '../yaml/ruleEntry';

/** What becomes of one v1 attribute: the same value, a converted one, one made from a hint, or one made from nothing. */
export type LossClass = 'exact' | 'converted' | 'guessed' | 'synthesized';

/** One line of account for a v1 attribute. */
export interface LedgerAttribute {
  /** v1 path, e.g. `delivery_time.formatLong`. */
  readonly attribute: string;
  readonly class: LossClass;
  /** v2 path; absent for one made from nothing. */
  readonly source?: string;
  readonly codec?: string;
  readonly reason?: string;
  /** What stands in for a missing source, or for none: only there does a `synthesized` value show. */
  readonly default?: Json;
  /** What v1 shows when the source is null and when it is absent, as JSON text; or `refused`, or `absent`. */
  readonly missing?: { readonly null: string; readonly absent: string };
  readonly evidence?: NonNullable<RuleEntry['evidence']>;
  readonly place: string;
}

/** One line of account for a member of a v1 request body that is carried over. */
export interface LedgerMember {
  readonly operation: string;
  /** v1 path, e.g. `delivery_time.unit`. */
  readonly member: string;
  readonly class: LossClass;
  /** v2 path, or the parameter of the v2 route that it fills: `{action}`. */
  readonly target: string;
  /** Of what fills a parameter: v1 word to v2 word. */
  readonly words?: Readonly<Record<string, string>>;
  readonly codec: string;
  readonly reason?: string;
  /** What v2 is sent when the client sends nothing. */
  readonly default?: Json;
  readonly evidence?: NonNullable<RuleEntry['evidence']>;
  readonly place: string;
}

/** One line of account for a member of a v1 request body that v2 has no place for. */
export interface LedgerLoss {
  readonly operation: string;
  readonly member: string;
  readonly reason: string;
  readonly place: string;
}

/** One line of account for an answer that is not the resource. */
export interface LedgerAnswer extends LedgerAttribute {
  readonly operation: string;
}

/** One line of account for a v2 field that v1 shows. */
export interface LedgerUse {
  readonly field: string;
  /** The v1 attributes that are made from it; `id` is the envelope's. */
  readonly attributes: readonly string[];
}

/** One line of account for a v2 field that v1 does not show. */
export interface LedgerDrop {
  readonly field: string;
  readonly reason: string;
  readonly place: string;
}

/** One upstream call that the mapping relies on. */
export interface LedgerReference {
  readonly operation: string;
  readonly v1?: string;
  readonly v2: string;
  readonly success: number;
  readonly evidence: EvidenceEntry;
  readonly place: string;
}

/** The full account of one mapping file: nothing of v1 unexplained, nothing of v2 unaccounted for. */
export interface Ledger {
  readonly file: string;
  readonly resource: string;
  readonly attributes: readonly LedgerAttribute[];
  readonly members: readonly LedgerMember[];
  readonly losses: readonly LedgerLoss[];
  readonly answers: readonly LedgerAnswer[];
  readonly uses: readonly LedgerUse[];
  readonly drops: readonly LedgerDrop[];
  readonly references: readonly LedgerReference[];
}

const classes: readonly LossClass[] = ['exact', 'converted', 'guessed', 'synthesized'];

/** How many lines have which class: `12 exact, 3 converted, 0 guessed, 1 synthesized`. */
export const countClasses = (lines: readonly { readonly class: LossClass }[]): string =>
  classes.map((name) => `${lines.filter((line) => line.class === name).length} ${name}`).join(', ');

/** A count with its noun, in groups of three digits: `1 fault`, `2,000 faults`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

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
