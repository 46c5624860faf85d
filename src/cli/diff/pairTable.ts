import { agreedPlaces, type ColumnRow, threeColumns } from '../../comparison/report/pairColumns';
import type { Sample } from '../../comparison/keep/keptSample';
import { columns, painter } from '../terminal';
import { plainText } from '../../comparison/report/reportPhrases';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Origins } from '../../mapping/explain/origins';

/** Most characters that are shown of a value. */
const WIDTH = 36;

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

/** Options of pairLines. */
interface PairTableOptions {
  readonly origins: Origins;
  /** The agreed differences. */
  readonly rules: readonly IgnoreRule[];
  /** Clock ms. */
  readonly now: number;
  readonly colour: boolean;
}

/** Renders a pair as a table of three columns, with differing lines marked and coloured; `~` marks agreed ones. */
export function pairLines(
  sample: Sample,
  { origins, rules, now, colour }: PairTableOptions,
): readonly string[] {
  const { id, at, operation, resource } = sample;
  const isAgreed = agreedPlaces(rules, operation, now);
  const rows = threeColumns(sample, { origins, isAgreed });
  const paint = painter(colour);
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
    paint('bold', `${operation} of ${resource}, ${id}, ${new Date(at).toISOString()}`),
    '',
    heading,
    ...lines.map((line) => (line.startsWith('!') ? paint('red', line) : line)),
  ];
}
