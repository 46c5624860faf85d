import { type Field, joinPath } from '../../contract/field';
import type { Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { Codec } from '../codecs/codec';
import type { Loss, MissingOutcome, Policy } from '../translate/translationRule';
import { membersInLists } from './sourcePath';
import type { EvidenceEntry } from '../yaml/mappingFile';
import type { RuleEntry } from '../yaml/ruleEntry';

/** Origin of one v1 attribute: the same value, a converted one, one made from a hint, or one made from nothing. */
export type LossClass = 'exact' | 'converted' | 'guessed' | 'synthesized';

/** The ledger line of a v1 attribute. */
export interface LedgerAttribute {
  /** v1 path, e.g. `delivery_time.formatLong`. */
  readonly attribute: string;
  readonly class: LossClass;
  /** v2 path; absent for an attribute made from nothing. */
  readonly source?: string;
  readonly codec?: string;
  readonly reason?: string;
  /**
   * Value that replaces a missing source, or stands for an attribute without one; a `synthesized` value is shown only
   * then.
   */
  readonly default?: Json;
  /** The v1 values for a null and for an absent source, as JSON text; or `refused`, or `absent`. */
  readonly missing?: { readonly null: string; readonly absent: string };
  readonly evidence?: NonNullable<RuleEntry['evidence']>;
  readonly place: string;
}

/** The ledger line of a v1 request member that is carried over. */
export interface LedgerMember {
  readonly operation: string;
  /** v1 path, e.g. `delivery_time.unit`. */
  readonly member: string;
  readonly class: LossClass;
  /** v2 path, or the parameter of the v2 route that it fills: `{action}`. */
  readonly target: string;
  /** Words of a member that fills a parameter: v1 word to v2 word. */
  readonly words?: Readonly<Record<string, string>>;
  readonly codec: string;
  readonly reason?: string;
  /** Value that is sent to v2 if the client sends none. */
  readonly default?: Json;
  readonly evidence?: NonNullable<RuleEntry['evidence']>;
  readonly place: string;
}

/** The ledger line of a v1 request member that v2 has no place for. */
export interface LedgerLoss {
  readonly operation: string;
  readonly member: string;
  readonly reason: string;
  readonly place: string;
}

/** The ledger line of an answer that is not the resource. */
export interface LedgerAnswer extends LedgerAttribute {
  readonly operation: string;
}

/** The ledger line of a v2 field that v1 shows. */
export interface LedgerUse {
  readonly field: string;
  /** The v1 attributes that are made from it, and the calls whose paths it fills; `id` is the envelope's. */
  readonly attributes: readonly string[];
}

/** The ledger line of a v2 field that v1 does not show. */
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

/** The full ledger of one mapping file: every v1 attribute and every v2 field has a line. */
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

/** A rule that makes one value, with its codec, its loss and its policy. */
interface ValueRule extends Pick<Policy, 'onNull' | 'onAbsent'> {
  readonly codec: Codec;
  readonly loss: Loss | undefined;
  readonly place: string;
}

/** The ends of a written rule: the v1 field with its path, and the path of the v2 object that it starts in. */
interface RuleEnds {
  readonly entry: RuleEntry;
  readonly v1: Field;
  readonly attribute: string;
  readonly base: string;
}

function textForMissing(missing: MissingOutcome): string {
  if (missing.kind === 'refuse') return 'refused';
  if (missing.kind === 'default') return JSON.stringify(missing.value);
  return missing.kind === 'omit' ? 'absent' : 'null';
}

/** The class of a value that a codec makes. */
export const classOf = (codec: Codec): LossClass => (codec.exact ? 'exact' : 'converted');

/** Returns the default and evidence of an entry. */
const defaultAndEvidence = ({ default: standIn, evidence }: RuleEntry) =>
  definedMembers({ default: standIn, evidence });

/** Returns the path in v2 of a member inside a v1 list. */
const pathInV2 = (path: string, { wraps }: Codec): string =>
  wraps === undefined ? path : path.replace(`[].${wraps}`, '[]');

/** Makes the line of a value, and a line for each member inside a list that passes unchanged. */
export function valueLines(
  { entry, v1, attribute, base }: RuleEnds,
  madeValue: ValueRule,
): LedgerAttribute[] {
  const { codec, loss = { class: classOf(codec) }, place, onNull, onAbsent } = madeValue;
  const source = joinPath(base, entry.from ?? '');
  const carried = { codec: codec.name, place, ...loss };
  const missing = { null: textForMissing(onNull), absent: textForMissing(onAbsent) };
  const inner = entry.each === undefined ? membersInLists(v1) : [];
  return [
    { attribute, source, ...carried, ...defaultAndEvidence(entry), missing },
    ...inner.map((member) => ({
      ...carried,
      attribute: attribute + member,
      source: source + pathInV2(member, codec),
    })),
  ];
}

/** Makes the line of a request member, and a line for each member inside a list `v1` that passes unchanged. */
export function memberLines(
  { member, target, place }: Pick<LedgerMember, 'member' | 'target' | 'place'>,
  codec: Codec,
  entry: RuleEntry,
  v1?: Field,
): readonly Omit<LedgerMember, 'operation'>[] {
  const { class: lossClass = classOf(codec), reason } = entry;
  const why = definedMembers({ class: lossClass, codec: codec.name, reason });
  const carried = { ...why, ...defaultAndEvidence(entry), place };
  return ['', ...(v1 === undefined ? [] : membersInLists(v1))].map((inner) => ({
    member: member + inner,
    target: target + pathInV2(inner, codec),
    ...carried,
  }));
}

const lossClasses: readonly LossClass[] = ['exact', 'converted', 'guessed', 'synthesized'];

/** Counts the lines of each class: `12 exact, 3 converted, 0 guessed, 1 synthesized`. */
export const countClasses = (lines: readonly { readonly class: LossClass }[]): string =>
  lossClasses.map((name) => `${lines.filter((line) => line.class === name).length} ${name}`).join(', ');

/** Renders a count with its noun, in groups of three digits: `1 fault`, `2,000 faults`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Sums up all ledgers in one line: the extent of the translation, its loss, and its evidence. */
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
