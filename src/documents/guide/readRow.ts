import type { Json } from '../../contract/json';
import { codecAt } from '../../mapping/codecAt';
import type { LedgerAttribute } from '../../mapping/ledger';
import type { Field } from '../../contract/field';
import { sourcePath } from '../../mapping/sourcePath';
import type { AttributeRule } from '../../translation/rule';
import { carriedOver, fieldNotes } from './fieldNotes';
import type { GuideRow, Phrase } from './guide';

const shown = (value: Json): Phrase => `\`${JSON.stringify(value)}\``;

/** What stands in where v2 has no value, and why. */
function standIn(line: LedgerAttribute): readonly Phrase[] {
  const { default: value, reason, source } = line;
  const why = reason === undefined ? '' : ` (${reason})`;
  if (value === undefined) return reason === undefined ? [] : [`Not simply read from v2${why}.`];
  const where = source === undefined ? '' : 'Where v2 has none, ';
  return [`${where}Lifeboat answers ${shown(value)}${why}.`];
}

/** What makes an answer: the rules, and the contract of what they read. */
interface Making {
  readonly rules: readonly AttributeRule[];
  readonly v2: Field;
}

function sourceNotes(line: LedgerAttribute, { rules, v2 }: Making): readonly Phrase[] {
  const { attribute, source, default: value } = line;
  if (source === undefined) return [];
  const codec = codecAt(rules, attribute);
  const found = sourcePath(v2, source);
  const field = 'candidates' in found ? undefined : found.field;
  return [
    ...(codec === undefined ? [] : [carriedOver(codec, attribute, source)]),
    ...(field?.nullable === true && value === undefined ? ['May be null.'] : []),
    ...fieldNotes(field),
  ];
}

/** One v1 attribute: where a client of v2 reads it, and what it finds there. */
export function readRow(line: LedgerAttribute, making: Making): GuideRow {
  const { attribute, source, class: lossClass } = line;
  return {
    v1: attribute,
    ...(source === undefined ? {} : { v2: source }),
    class: lossClass,
    difference: [...sourceNotes(line, making), ...standIn(line)],
  };
}
