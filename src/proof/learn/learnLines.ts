import { isJsonObject, type Json, ownMember } from '../../contract/json';
import type { DateStyle } from '../../mapping/codecs/dateCodec';
import { writeJson } from '../../mapping/translate/exactJson';
import {
  type AnswerExample,
  jsonAt,
  lastStep,
  attributeNames,
  plainName,
  type Survey,
  survey,
} from './answerExamples';
import { type LearnedLine, MIN_EXAMPLES, type OpenAttribute, tryLine } from './tryLine';

type LearnedAttribute = { readonly line: LearnedLine } | { readonly open: OpenAttribute };

/** True for a table of words, which fits by chance more easily than other codecs. */
const isTable = ({ codec }: LearnedLine): boolean => typeof codec === 'object' && 'words' in codec;

/** Chooses among lines that all explain every value: one without a table first, then the one of the same name. */
function bestLine(attribute: string, lines: readonly LearnedLine[]): LearnedLine | undefined {
  const plainest = lines.filter((line) => !isTable(line));
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

/** Proposes to pick a v1 object from a v2 object, when every member of it has a line. */
function pickedLines(attribute: string, { examples, sources }: Survey, dates: DateStyle): LearnedLine[] {
  if (!examples.every(({ v1 }) => isJsonObject(ownMember(v1, attribute)))) return [];
  return sources.flatMap(({ path: from }) => {
    const inner = examples.flatMap((example) => {
      const [v1, v2] = [ownMember(example.v1, attribute), jsonAt(example.v2, from)];
      return isJsonObject(v1) && isJsonObject(v2) ? [{ v1, v2 }] : [];
    });
    if (inner.length < examples.length) return [];
    const names = attributeNames(inner);
    const innerSurvey = survey(inner);
    const pick = names.flatMap((name) => {
      const attempt = learnAttribute(name, innerSurvey, dates);
      return 'line' in attempt && attempt.line.pick === undefined ? [attempt.line] : [];
    });
    if (pick.length < names.length || names.length === 0) return [];
    return [{ attribute, from, pick, seen: Math.min(...pick.map(({ seen: seenCount }) => seenCount)) }];
  });
}

function whyOpen(
  attribute: string,
  examples: readonly AnswerExample[],
  lines: readonly LearnedLine[],
): string {
  if (lines.length > 1) return `may come from ${lines.map(({ from }) => from).join(' or ')}`;
  const values = new Set(examples.map(({ v1 }) => writeJson(ownMember(v1, attribute) ?? null)));
  const [only] = values;
  if (values.size === 1) return `is always ${only ?? 'null'}: its source is unknown`;
  return 'nothing in v2 makes every value of it';
}

/** Learns the line of one v1 attribute from examples; a line needs the support of at least 20 values. */
export function learnAttribute(attribute: string, whole: Survey, dates: DateStyle): LearnedAttribute {
  const examples = whole.examples.filter(({ v1 }) => ownMember(v1, attribute) !== undefined);
  const { length: count } = examples;
  if (count < MIN_EXAMPLES) {
    const why = `was seen in ${count} things, and ${MIN_EXAMPLES} is the least`;
    return { open: { attribute, why } };
  }
  const shown = { ...whole, examples };
  const plain = plainLines(attribute, shown, dates);
  const lines = plain.length > 0 ? plain : pickedLines(attribute, shown, dates);
  const line = bestLine(attribute, lines);
  return line === undefined ? { open: { attribute, why: whyOpen(attribute, examples, lines) } } : { line };
}

const STYLES: readonly (readonly [DateStyle, RegExp])[] = [
  ['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['isoMilliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/],
  ['isoMicroseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/],
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
export function learnLines(examples: readonly AnswerExample[]): Learned {
  const dates = dateStyleOf(examples);
  const surveyed = survey(examples);
  const learnt = attributeNames(examples).map((name) => learnAttribute(name, surveyed, dates));
  return {
    dates,
    lines: learnt.flatMap((attempt) => ('line' in attempt ? [attempt.line] : [])),
    open: learnt.flatMap((attempt) => ('open' in attempt ? [attempt.open] : [])),
  };
}

/** Result of learnLines for one resource. */
export interface Learned {
  readonly dates: DateStyle;
  readonly lines: readonly LearnedLine[];
  readonly open: readonly OpenAttribute[];
}
