import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import { codecAt } from '../mapping/codecAt';
import type { LedgerAttribute, LossClass } from '../mapping/ledger';
import { sourcePath } from '../mapping/sourcePath';
import type { AttributeRule } from '../translation/rule';
import type { AttributeLine } from './explanation';
import { shown } from './shown';
import { stepsTo } from '../translation/stepsTo';
import { valueAt } from '../translation/valueAt';

/** What makes an object of v1 out of one of v2: the lines of account, the rules, both contracts. */
export interface Making {
  readonly ledger: readonly LedgerAttribute[];
  readonly rules: readonly AttributeRule[];
  readonly v1: Field;
  readonly v2: Field;
}

/** One v1 object, and the v2 object that it was made of. */
export interface Pair {
  readonly v1: Json | undefined;
  readonly v2: Json | undefined;
  /** Attributes that the client did not ask for: null, whatever v2 has. */
  readonly withheld: readonly string[];
}

/** What stood at the source of an attribute, and the contract of it. */
function sourceOf({ source }: LedgerAttribute, { v2 }: Making, object: Json | undefined) {
  const found = source === undefined ? undefined : sourcePath(v2, source);
  if (found === undefined || 'candidates' in found) return { raw: undefined, field: undefined };
  return { raw: valueAt(object, found.steps), field: found.field };
}

/** How one answer came to a value: a rule's default does not speak where v2 had a value. */
function madeOf(line: LedgerAttribute, { rules }: Making, raw: Json | undefined) {
  const codec = codecAt(rules, line.attribute);
  const isMissing = raw === undefined || raw === null || codec?.read(raw) === undefined;
  const isRead = line.class === 'synthesized' && codec !== undefined && !isMissing;
  const lossClass: LossClass = isRead ? (codec.exact ? 'exact' : 'converted') : line.class;
  return { class: lossClass, standsIn: line.default !== undefined && isMissing };
}

function lineOf(line: LedgerAttribute, making: Making, { v1, v2, withheld }: Pair): AttributeLine {
  const { attribute } = line;
  const made = sourcePath(making.v1, attribute);
  const field = 'candidates' in made ? undefined : made.field;
  const value = shown(valueAt(v1, stepsTo(attribute)), field);
  const source = sourceOf(line, making, v2);
  // A secret of v1 may come out of a place of v2 that has no contract.
  const given = shown(source.raw, field?.secret === true ? field : source.field);
  return {
    ...line,
    ...madeOf(line, making, source.raw),
    ...(value === undefined ? {} : { value }),
    ...(given === undefined ? {} : { given }),
    ...(withheld.includes(attribute) ? { withheld: true } : {}),
  };
}

/** Says of every attribute of a v1 object where it comes from, in the ledger's order. */
export const explainAttributes = (making: Making, pair: Pair): readonly AttributeLine[] =>
  making.ledger.map((line) => lineOf(line, making, pair));
