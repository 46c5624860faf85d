import type { Ledger, LedgerAttribute, LossClass } from './ledger';

const classes: readonly LossClass[] = ['exact', 'converted', 'guessed', 'synthesized'];

const counted = (attributes: readonly LedgerAttribute[]): string =>
  classes.map((name) => `${attributes.filter((line) => line.class === name).length} ${name}`).join(', ');

/** Rows of cells as lines of padded columns; the last column is not padded. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function attributeRow({
  class: lossClass,
  attribute,
  source,
  codec,
  reason,
}: LedgerAttribute): readonly string[] {
  const conversion = codec === undefined || codec === 'same' ? '' : codec;
  return [`  ${lossClass}`, attribute, source === undefined ? '' : `<- ${source}`, conversion, reason ?? ''];
}

/** One mapping's account as lines of text: every attribute with its class, every dropped field, every upstream call. */
export function renderLedger({ file, resource, attributes, drops, references }: Ledger): readonly string[] {
  return [
    `${resource} (${file})`,
    ...table(attributes.map(attributeRow)),
    ...table(drops.map(({ field, reason }) => ['  dropped', field, reason])),
    ...table(
      references.map(({ operation, v1, v2, evidence }) => [
        '  calls',
        operation,
        v1 === undefined ? v2 : `${v1} -> ${v2}`,
        `(${Object.entries(evidence)
          .map(([part, tag]) => `${part} ${tag}`)
          .join(', ')})`,
      ]),
    ),
    `  ${attributes.length} v1 attributes: ${counted(attributes)}; ${drops.length} v2 fields dropped`,
  ];
}
