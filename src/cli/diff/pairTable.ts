import type { Sample } from '../../comparison/keep/keptSample';
import { plainText } from '../../comparison/report/reportPhrases';
import type { PairRow } from '../../console/consoleData';
import { columns, cut, painter } from '../terminal';
import { type PairSubject, rowsOf } from './issuePairs';

/** Most characters that are shown of a value. */
const WIDTH = 36;

const cell = (value = '-'): string => cut(plainText(value), WIDTH);

const markOf = ({ differs, agreed }: PairRow): ' ' | '!' | '~' => {
  if (!differs) return ' ';
  return agreed ? '~' : '!';
};

/** Renders a pair as a table of three columns, with differing lines marked and coloured; `~` marks agreed ones. */
export function pairLines(sample: Sample, subject: PairSubject, colour: boolean): readonly string[] {
  const { id, at, operation, resource } = sample;
  const paint = painter(colour);
  const rows = rowsOf(sample, subject).map((row) => [
    ...[markOf(row), row.at, cell(row.v1), cell(row.v2)],
    row.source === undefined ? cell(row.raw) : `${cell(row.raw)} (${row.source})`,
    row.line ?? '',
  ]);
  const [heading = '', ...lines] = columns([
    ['', 'PLACE', 'V1', 'V2, TRANSLATED', 'V2 ITSELF', 'MAPPING'],
    ...rows,
  ]);
  return [
    paint('bold', `${operation} of ${resource}, ${id}, ${new Date(at).toISOString()}`),
    '',
    heading,
    ...lines.map((line) => (line.startsWith('!') ? paint('red', line) : line)),
  ];
}
