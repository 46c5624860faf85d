import type { ColumnRow } from '../../comparison/report/pairColumns';
import type { Sample } from '../../comparison/keep/keptSample';
import { columns } from '../table';
import { plainText } from '../../comparison/report/reportPhrases';

/** Most characters of a value. */
const WIDTH = 36;

const RED = '31';
const BOLD = '1';

function cell(value: string | undefined): string {
  const characters = Array.from(plainText(value ?? '-'));
  return characters.length <= WIDTH ? characters.join('') : `${characters.slice(0, WIDTH - 1).join('')}…`;
}

const markOf = ({ differs, agreed }: ColumnRow): ' ' | '!' | '~' => {
  if (!differs) return ' ';
  return agreed ? '~' : '!';
};

const rawCell = ({ raw, source }: ColumnRow): string =>
  source === undefined ? cell(raw) : `${cell(raw)} (${plainText(source)})`;

/** Renders a pair as a table of three columns, with differing lines marked and coloured; `~` marks agreed ones. */
export function renderColumns(
  { id, at, operation, resource }: Sample,
  rows: readonly ColumnRow[],
  { colour }: { readonly colour: boolean },
): readonly string[] {
  const paint = (code: string, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const cells = rows.map((row) => [
    markOf(row),
    plainText(row.at),
    cell(row.v1),
    cell(row.v2),
    rawCell(row),
    row.line ?? '',
  ]);
  const [heading = '', ...lines] = columns([
    ['', 'PLACE', 'V1', 'V2, TRANSLATED', 'V2 ITSELF', 'MAPPING'],
    ...cells,
  ]);
  return [
    paint(BOLD, `${operation} of ${resource}, ${id}, ${new Date(at).toISOString()}`),
    '',
    heading,
    ...lines.map((line) => (line.startsWith('!') ? paint(RED, line) : line)),
  ];
}
