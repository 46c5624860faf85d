import type { Json } from '../../contract/json';
import type { AttributeLine, CallLine, Explanation, MemberLine } from '../../explanation/explanation';
import { columns } from '../columns';

/** Characters of a value in a table; JSON output shows all of it. */
const WIDTH = 40;

/** A value on one line; JSON escapes what a terminal would act on, but for the C1 controls and the directions of text. */
function cell(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value).replace(/[\u007f-\u009f\u200e-\u202e\u2066-\u2069]/g, '?');
  const characters = Array.from(text);
  return characters.length <= WIDTH ? text : `${characters.slice(0, WIDTH - 1).join('')}…`;
}

const codecName = (codec: string | undefined): string => (codec === 'same' ? '' : (codec ?? ''));

function origin({ standsIn, withheld, given }: AttributeLine): string {
  if (withheld === true) return '(not asked for)';
  return standsIn ? '(default)' : cell(given);
}

const attributeRow = (line: AttributeLine): readonly string[] => [
  line.attribute,
  cell(line.value),
  line.source ?? '(nothing)',
  origin(line),
  codecName(line.codec),
  line.class,
  line.place,
];

const memberRow = (line: MemberLine): readonly string[] => [
  line.member,
  line.value === undefined ? '(default)' : cell(line.value),
  line.target,
  cell(line.sent),
  codecName(line.codec),
  line.class,
  line.place,
];

const callRow = ({ method, path, outcome, ms }: CallLine): readonly string[] => [
  `${method} ${path}`,
  String(outcome),
  typeof outcome === 'number' ? `${ms} ms` : '',
];

/** Lines under one label. */
const labelled = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${(index === 0 ? label : '').padEnd(8)}${line}`);

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ['', ...columns([headings, ...rows])];

function answerLines({ answer, items }: Explanation): readonly string[] {
  if (answer === undefined) return [];
  const { status, problem, detail, body } = answer;
  const shown = items === undefined ? undefined : `item ${items.shown} of ${items.of} is shown`;
  const told = [String(status), problem, detail, shown].filter((part) => part !== undefined).join(', ');
  return body === undefined ? [told] : [told, JSON.stringify(body)];
}

function routeLines({ route }: Explanation): readonly string[] {
  const { v1, v2, operation, place, parameters } = route;
  const named = Object.entries(parameters).map(([name, value]) => `${name} = ${value}`);
  return [`${v1} -> ${v2} (${operation}, ${place})`, ...named];
}

/** An explanation as lines for a terminal. */
export function renderExplanation(explanation: Explanation): readonly string[] {
  const { stage, calls, members, attributes } = explanation;
  const made = attributes.filter(({ standsIn, reason }) => standsIn && reason !== undefined);
  return [
    ...labelled('route', routeLines(explanation)),
    ...labelled('stage', [stage]),
    ...labelled('calls', columns(calls.map(callRow))),
    ...labelled('answer', answerLines(explanation)),
    ...table(['sent', 'value', 'v2', 'v2 value', 'codec', 'class', 'rule'], members.map(memberRow)),
    ...table(['read', 'value', 'v2', 'v2 value', 'codec', 'class', 'rule'], attributes.map(attributeRow)),
    ...table(
      ['default', 'reason'],
      made.map(({ attribute, reason = '' }) => [attribute, reason]),
    ),
  ];
}
