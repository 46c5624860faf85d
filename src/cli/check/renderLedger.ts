import { columns } from '../columns';
import { countClasses } from '../../mapping/countClasses';
import type {
  Ledger,
  LedgerAnswer,
  LedgerAttribute,
  LedgerMember,
  LedgerReference,
} from '../../mapping/ledger';

const conversion = (codec: string | undefined): string => (codec === 'same' ? '' : (codec ?? ''));

/** What v1 shows without the source. */
function instead({ missing }: LedgerAttribute): string {
  if (missing === undefined) return '';
  const { null: whenNull, absent } = missing;
  return whenNull === absent ? `else ${absent}` : `null: ${whenNull}, absent: ${absent}`;
}

const attributeRow = (line: LedgerAttribute) => [
  `  ${line.class}`,
  line.attribute,
  line.source === undefined ? '' : `<- ${line.source}`,
  conversion(line.codec),
  instead(line),
  line.reason ?? '',
];

const memberRow = ({ class: lossClass, operation, member, target, codec, reason }: LedgerMember) => [
  `  ${lossClass}`,
  `${operation} ${member}`,
  `-> ${target}`,
  conversion(codec),
  reason ?? '',
];

const answerRow = (line: LedgerAnswer) =>
  attributeRow({ ...line, attribute: `${line.operation} ${line.attribute}` });

const referenceRow = ({ operation, v1, v2, evidence }: LedgerReference) => [
  '  calls',
  operation,
  v1 === undefined ? v2 : `${v1} -> ${v2}`,
  `(${Object.entries(evidence)
    .map(([part, tag]) => `${part} ${tag}`)
    .join(', ')})`,
];

/** One mapping's account as lines of text: every attribute with its class, every v2 field, every upstream call. */
export function renderLedger(ledger: Ledger): readonly string[] {
  const { file, resource, attributes, answers, members, losses, uses, drops, references } = ledger;
  return [
    `${resource} (${file})`,
    ...columns(attributes.map(attributeRow)),
    ...columns(answers.map(answerRow)),
    ...columns(members.map(memberRow)),
    ...columns(losses.map(({ operation, member, reason }) => ['  lost', `${operation} ${member}`, reason])),
    ...columns(uses.map((use) => ['  used', use.field, `-> ${use.attributes.join(', ')}`])),
    ...columns(drops.map(({ field, reason }) => ['  dropped', field, reason])),
    ...columns(references.map(referenceRow)),
    `  ${attributes.length} v1 attributes: ${countClasses(attributes)}; ${uses.length} v2 fields used, ${drops.length} dropped`,
  ];
}
