import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { writeJson } from '../../mapping/translate/exactJson';
import type { Learned } from './learnLines';
import type { LearnedLine } from './tryLine';

/** Text that needs no quotes in YAML. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][\w.]*(?:\(\d+\))?$/i;

function scalar(value: Json): string {
  if (typeof value !== 'string') return writeJson(value);
  if (PLAIN.test(value)) return value;
  return /[\n\r\t]/.test(value) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
}

function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (!isJsonObject(value)) return scalar(value);
  const members = Object.entries(value).map(([name, member]) => `${scalar(name)}: ${flow(member ?? null)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const guess = (line: LearnedLine): JsonObject => ({
  default: line.default ?? null,
  class: 'guessed',
  reason: `v1 showed ${writeJson(line.default ?? null)} wherever v2 had nothing`,
});

/** Returns the rule of a line in the form that a mapping file has to the right of the colon. */
export function ruleOf(line: LearnedLine): Json {
  const { from, codec, pick, onNull } = line;
  if ((codec ?? pick ?? onNull ?? line.default) === undefined) return from;
  return {
    from,
    // A written codec is JSON: a name or an object.
    ...(codec === undefined ? {} : { codec: codec as Json }),
    ...(pick === undefined
      ? {}
      : { pick: Object.fromEntries(pick.map((line) => [line.attribute, ruleOf(line)])) }),
    ...(onNull === undefined ? {} : { onNull }),
    ...(line.default === undefined ? {} : guess(line)),
  };
}

/** Prints one proposed line in the form of a mapping file, without its evidence. */
export const renderLine = (line: LearnedLine): string => `${scalar(line.attribute)}: ${flow(ruleOf(line))}`;

/** Prints the proposed part of a mapping file, with the number of supporting values behind each line. */
export function renderLearned({ dates, lines, open }: Learned): readonly string[] {
  return [
    `dates: ${dates}`,
    '',
    'attributes: # v1 answer <- v2 answer',
    ...lines.map((line) => `  ${renderLine(line)} # ${line.seen} of ${line.seen}`),
    ...(open.length === 0 ? [] : ['', '# Nothing is proposed for:']),
    ...open.map(({ attribute, why }) => `#   ${attribute}: ${why}`),
  ];
}
