import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, ownMember } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { DateStyle } from '../../mapping/codecs/dateCodec';
import { writeJson } from '../../mapping/translate/exactJson';
import {
  addPaths,
  type AnswerExample,
  jsonAt,
  lastStep,
  attributeNames,
  plainName,
  type Survey,
  survey,
} from './answerExamples';
import { printLine } from '../../mapping/yaml/printYaml';
import { writtenRule } from './draftContract';
import { type LearnedLine, MIN_EXAMPLES, type OpenAttribute, tryLine } from './tryLine';

/** The line of an attribute, or the reason why it has none. */
interface LearnedAttribute {
  readonly line?: LearnedLine;
  readonly open?: OpenAttribute;
}

/** True for a table of words, which fits by chance more easily than other codecs. */
const isTabular = ({ codec }: LearnedLine): boolean => typeof codec === 'object' && 'words' in codec;

/** Chooses among lines that all explain every value: one without a table first, then the one of the same name. */
function bestLine(attribute: string, lines: readonly LearnedLine[]): LearnedLine | undefined {
  const plainest = lines.filter((line) => !isTabular(line));
  const candidates = plainest.length > 0 ? plainest : lines;
  if (candidates.length < 2) return candidates[0];
  const namesakes = candidates.filter(({ from }) => plainName(lastStep(from)) === plainName(attribute));
  return namesakes.length === 1 ? namesakes[0] : undefined;
}

function plainLines(attribute: string, { examples, sources }: Survey, dates: DateStyle): LearnedLine[] {
  return sources.flatMap(({ path: from, isFree }) => {
    const sights = examples.map(({ v1, v2 }) => ({ v1: ownMember(v1, attribute), v2: jsonAt(v2, from) }));
    return tryLine({ attribute, from, isFree, dates }, sights) ?? [];
  });
}

/** Proposes to pick a v1 object from the v2 object at a path, when every member of it has a line. */
function pickedLines(
  attribute: string,
  from: string,
  examples: readonly AnswerExample[],
  dates: DateStyle,
): LearnedLine[] {
  const inner = examples
    .map(({ v1, v2 }) => ({ v1: ownMember(v1, attribute), v2: jsonAt(v2, from) }))
    .filter((example): example is AnswerExample => isJsonObject(example.v1) && isJsonObject(example.v2));
  if (inner.length < examples.length) return [];
  const names = attributeNames(inner);
  const innerSurvey = survey(inner);
  const lines = names.flatMap((name) => learnAttribute(name, innerSurvey, dates).line ?? []);
  const pick = lines.filter((line) => line.pick === undefined);
  if (pick.length < names.length || names.length === 0) return [];
  return [{ attribute, from, pick, seen: Math.min(...pick.map(({ seen: seenCount }) => seenCount)) }];
}

/** Proposes to pick a v1 object from a v2 object, or else from what stands around it there. */
function objectLines(attribute: string, { examples, sources }: Survey, dates: DateStyle): LearnedLine[] {
  if (!examples.every(({ v1 }) => isJsonObject(ownMember(v1, attribute)))) return [];
  const picked = sources.flatMap(({ path }) => pickedLines(attribute, path, examples, dates));
  return picked.length > 0 ? picked : pickedLines(attribute, '', examples, dates);
}

/** Lists the values of an attribute, or inside it, that v2 shows in all examples: `version.number = version.number`. */
function equalPaths(attribute: string, { examples, sources }: Survey): readonly string[] {
  const paths = new Set<string>();
  for (const { v1 } of examples) addPaths(paths, { [attribute]: ownMember(v1, attribute) });
  return [...paths].flatMap((path) => {
    const values = examples.map(({ v1 }) => jsonAt(v1, path));
    if (values.some((value) => isJsonObject(value) || value === undefined || value === null)) return [];
    const equals = sources
      .map((source) => source.path)
      .filter((from) => examples.every(({ v2 }, at) => isDeepStrictEqual(jsonAt(v2, from), values[at])));
    const from = equals.find((equal) => lastStep(equal) === lastStep(path)) ?? equals[0];
    return from === undefined ? [] : [`${path} = ${from}`];
  });
}

function whyOpen(attribute: string, shownSurvey: Survey, lines: readonly LearnedLine[]): string {
  const { examples } = shownSurvey;
  if (lines.length > 1) return `may come from ${lines.map(({ from }) => from).join(' or ')}`;
  const values = new Set(examples.map(({ v1 }) => writeJson(ownMember(v1, attribute) ?? null)));
  const [only] = values;
  if (values.size === 1) return `is always ${only ?? 'null'}: its source is unknown`;
  const equals = equalPaths(attribute, shownSurvey).join(', ');
  if (equals === '') return 'nothing in v2 makes every value of it';
  return `${equals} in all ${examples.length}, which may be chance or not the whole of it`;
}

/** Learns the line of one v1 attribute from examples; a line needs the support of at least 20 values. */
export function learnAttribute(attribute: string, whole: Survey, dates: DateStyle): LearnedAttribute {
  const examples = whole.examples.filter(({ v1 }) => ownMember(v1, attribute) !== undefined);
  const { length: count } = examples;
  if (count < MIN_EXAMPLES) {
    const why = `was seen in ${count} things, and ${MIN_EXAMPLES} is the least`;
    return { open: { attribute, why } };
  }
  const shownSurvey = { ...whole, examples };
  const plain = plainLines(attribute, shownSurvey, dates);
  const lines = plain.length > 0 ? plain : objectLines(attribute, shownSurvey, dates);
  const line = bestLine(attribute, lines);
  if (line !== undefined) return { line };
  return { open: { attribute, why: whyOpen(attribute, shownSurvey, lines) } };
}

const STYLES: readonly (readonly [DateStyle, RegExp])[] = [
  ['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['isoMilliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['isoMicroseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/],
];

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the date style that most v1 texts have, also inside objects; seconds when no text is a date. */
function dateStyleOf(examples: readonly AnswerExample[]): DateStyle {
  const texts = examples.flatMap(({ v1 }) => textsIn(v1));
  const counts = STYLES.map(([style, looks]) => {
    return { style, count: texts.filter((text) => looks.test(text)).length };
  });
  const [commonest] = counts
    .filter(({ count }) => count > 0)
    .toSorted((style1, style2) => style2.count - style1.count);
  return commonest?.style ?? 'unix';
}

/** Learns the attribute lines of a resource from examples. */
export function learnLines(examples: readonly AnswerExample[]) {
  const dates = dateStyleOf(examples);
  const surveyed = survey(examples);
  const learnt = attributeNames(examples).map((name) => learnAttribute(name, surveyed, dates));
  return {
    dates,
    lines: learnt.flatMap(({ line }) => line ?? []),
    open: learnt.flatMap(({ open }) => open ?? []),
  };
}

export type LearnedLines = Readonly<ReturnType<typeof learnLines>>;

/** Returns the rule of a line in the form that a mapping file has to the right of the colon. */
export function ruleOf({ from, codec, pick, onNull, default: value }: LearnedLine): Json {
  const reason = `v1 showed ${writeJson(value ?? null)} wherever v2 had nothing`;
  const facts = definedMembers({
    // A written codec is JSON: a name or an object.
    codec: codec as Json | undefined,
    pick: pick && Object.fromEntries(pick.map((line) => [line.attribute, ruleOf(line)])),
    onNull,
    ...(value !== undefined && { default: value, class: 'guessed', reason }),
  });
  return from === '' ? facts : writtenRule('from', from, facts);
}

/** Prints one proposed line in the form of a mapping file, without its evidence. */
export const renderLine = (line: LearnedLine): string => printLine(line.attribute, ruleOf(line));

/** Prints the proposed part of a mapping file, with the number of supporting values behind each line. */
export function renderLearned({ dates, lines, open }: LearnedLines): readonly string[] {
  const printed = [`dates: ${dates}`, '', 'attributes: # v1 answer <- v2 answer'];
  for (const line of lines) printed.push(`  ${renderLine(line)} # ${line.seen} of ${line.seen}`);
  if (open.length > 0) printed.push('', '# Nothing is proposed for:');
  for (const { attribute, why } of open) printed.push(`#   ${attribute}: ${why}`);
  return printed;
}
