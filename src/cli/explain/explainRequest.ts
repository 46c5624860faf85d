import { jsonInMappingForm } from '../../gateway/outcome/pairDialect';
import type { Json } from '../../contract/json';
import type { AttributeLine, CallLine, Explanation, MemberLine } from '../../mapping/explain/explanation';
import type { PairWire } from '../../mapping/profile/wire';
import { addEmptyLine, alignColumns, shortenText, print, renderTable } from '../terminal';
import { CommandEnd, type ExitCode, valueOrEnd, readSettings, type Surroundings } from '../command';
import { operatorKey } from '../doctor/checkFiles';
import { readMappings } from '../../runtime/inputFiles';
import { type AskedCall, readCall, readJsonFile, readSource } from './readCall';
import { type ExplainOptions, explainThrough } from './explainThrough';
import { explainOffline, openSubject } from '../../gateway/explain/explainSubject';

/** Most characters of a value in a table; JSON output shows the whole value. */
const WIDTH = 40;

/** Renders a value on one line. JSON escapes control characters, but not the C1 controls and the directions of text. */
const cellText = (value: Json | undefined): string =>
  shortenText(
    (value === undefined ? '' : JSON.stringify(value)).replace(
      /[\u007f-\u009f\u200e-\u202e\u2066-\u2069]/g,
      '?',
    ),
    WIDTH,
  );

const codecName = (codec: string | undefined): string => (codec === 'same' ? '' : (codec ?? ''));

function originText({ standsIn, withheld, given: givenValue }: AttributeLine): string {
  if (withheld === true) return '(not asked for)';
  return standsIn ? '(default)' : cellText(givenValue);
}

const attributeRow = (line: AttributeLine) => ({
  read: line.attribute,
  value: cellText(line.value),
  v2: line.source ?? '(nothing)',
  v2Value: originText(line),
  codec: codecName(line.codec),
  class: line.class,
  rule: line.place,
});

const memberRow = (line: MemberLine) => ({
  sent: line.member,
  value: line.value === undefined ? '(default)' : cellText(line.value),
  v2: line.target,
  v2Value: cellText(line.sent),
  codec: codecName(line.codec),
  class: line.class,
  rule: line.place,
});

const RULE_COLUMNS = ['value', 'v2', 'v2Value', 'codec', 'class', 'rule'] as const;

const callRow = ({ method, path, outcome, ms }: CallLine): readonly string[] => [
  `${method} ${path}`,
  String(outcome),
  typeof outcome === 'number' ? `${ms} ms` : '',
];

/** Puts a label in front of the first of several lines. */
const addLabel = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${(index === 0 ? label : '').padEnd(8)}${line}`);

function answerLines({ answer, items }: Explanation): readonly string[] {
  if (answer === undefined) return [];
  const { status, problem, detail, body } = answer;
  const shownItems = items === undefined ? undefined : `item ${items.shown} of ${items.of} is shown`;
  const summary = [String(status), problem, detail, shownItems]
    .filter((text) => text !== undefined)
    .join(', ');
  return body === undefined ? [summary] : [summary, JSON.stringify(body)];
}

function routeLines({ route }: Explanation): readonly string[] {
  const { v1, v2, operation, place: position, parameters } = route;
  const named = Object.entries(parameters).map(([name, value]) => `${name} = ${value}`);
  return [`${v1} -> ${v2} (${operation}, ${position})`, ...named];
}

/** Renders an explanation as lines for a terminal. */
function renderExplanation(explanation: Explanation): readonly string[] {
  const { stage, calls, members, attributes } = explanation;
  const defaults = attributes
    .filter(({ standsIn, reason }) => standsIn && reason !== undefined)
    .map(({ attribute, reason }) => ({ default: attribute, reason }));
  return [
    ...addLabel('route', routeLines(explanation)),
    ...addLabel('stage', [stage]),
    ...addLabel('calls', alignColumns(calls.map(callRow))),
    ...addLabel('answer', answerLines(explanation)),
    ...addEmptyLine(renderTable(members.map(memberRow), ['sent', ...RULE_COLUMNS])),
    ...addEmptyLine(renderTable(attributes.map(attributeRow), ['read', ...RULE_COLUMNS])),
    ...addEmptyLine(renderTable(defaults, ['default', 'reason'])),
  ];
}

/** Returns the call with its key as the gateway writes it inside, from the place in which v1 takes it. */
function moveKey(call: AskedCall, { keys }: PairWire): AskedCall {
  const { given, authorization } = call.headers;
  const inside = keys.v1?.inward(call.path, given);
  return { ...call, headers: { ...call.headers, authorization: inside ?? authorization } };
}

/** Says how v1 takes a key, such as `add -H "Circle-Token: ..."`. */
function keyAdvice({ keys }: PairWire): string {
  const usual = { in: 'header', name: 'authorization', value: 'Bearer ...' };
  const { in: location, name, value } = keys.v1?.outward('Bearer ...') ?? usual;
  if (location === 'query') return `add ?${name}=${value}`;
  return `add -H "${name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}"`;
}

/** Explains a call by the mappings, with a given answer or by asking v2. */
async function explanationOf(
  call: AskedCall,
  options: ExplainOptions,
  around: Surroundings,
): Promise<Explanation> {
  const { environment, terminal } = around;
  const { colour } = terminal;
  // A given answer needs no upstream.
  const sandbox = options.sandbox || options.v2 !== undefined;
  const config = valueOrEnd(readSettings({ file: options.config, environment, colour, sandbox }));
  const mappings = valueOrEnd(readMappings(config.mappings, { colour, dates: config.dates }));
  const { wire } = mappings;
  const { method, path, headers } = call;
  const { contentType } = headers;
  const body = valueOrEnd(readSource(call.body));
  const subject = valueOrEnd(openSubject({ method, path, contentType, body }, mappings));
  if (options.v2 === undefined) {
    const explanation = await explainThrough(subject, moveKey(call, wire), { options, config, around });
    const { answer, calls } = explanation;
    if (answer?.problem === 'unauthenticated' && calls.length === 0)
      terminal.complain(
        `no key, or not one that is known: name its variable with --key-env, or ${keyAdvice(wire)}`,
      );
    return explanation;
  }
  return explainOffline(subject, jsonInMappingForm(valueOrEnd(readJsonFile(options.v2)), wire), options.item);
}

/**
 * Explains one request. Returns 0 if it succeeds, 1 if it fails or cannot be explained, 2 for invalid arguments. A
 * write to a configured upstream is sent only with `--send`.
 */
export async function explain(options: ExplainOptions, around: Surroundings): Promise<ExitCode> {
  const { environment, terminal } = around;
  const key = operatorKey(options.keyEnv, environment);
  if (!key.ok) throw new CommandEnd([`--key-env: ${key.failure.message}`], 2);
  const keyHeaders = key.value === undefined ? [] : [`Authorization: Bearer ${key.value}`];
  const call = valueOrEnd(
    readCall({ words: options.request, body: options.body, headers: [...options.header, ...keyHeaders] }),
    2,
  );
  const explanation = await explanationOf(call, options, around);
  const { answer } = explanation;
  print(explanation, renderExplanation(explanation), options.json, terminal);
  return answer === undefined || answer.status < 300 ? 0 : 1;
}
