import { isJsonObject, type Json } from '../../contract/json';
import { defined } from '../../contract/result';
import { writeJson } from '../../mapping/translate/exactJson';
import type { Learned } from './learnLines';
import type { LearnedLine } from './tryLine';

/** Text that needs no quotes in YAML. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][\w.]*(?:\(\d+\))?$/i;

function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${flow(name)}: ${flow(member ?? null)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return writeJson(value);
  if (PLAIN.test(value)) return value;
  return /[\n\r\t]/.test(value) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Returns the rule of a line in the form that a mapping file has to the right of the colon. */
export function ruleOf({ from, codec, pick, onNull, default: value }: LearnedLine): Json {
  const reason = `v1 showed ${writeJson(value ?? null)} wherever v2 had nothing`;
  const rule = defined({
    // A written codec is JSON: a name or an object.
    codec: codec as Json | undefined,
    pick: pick && Object.fromEntries(pick.map((line) => [line.attribute, ruleOf(line)])),
    onNull,
    ...(value !== undefined && { default: value, class: 'guessed', reason }),
  });
  return Object.keys(rule).length === 0 ? from : { from, ...rule };
}

/** Prints one proposed line in the form of a mapping file, without its evidence. */
export const renderLine = (line: LearnedLine): string => `${flow(line.attribute)}: ${flow(ruleOf(line))}`;

/** Prints the proposed part of a mapping file, with the number of supporting values behind each line. */
export const renderLearned = ({ dates, lines, open }: Learned): readonly string[] => [
  `dates: ${dates}`,
  '',
  'attributes: # v1 answer <- v2 answer',
  ...lines.map((line) => `  ${renderLine(line)} # ${line.seen} of ${line.seen}`),
  ...(open.length === 0 ? [] : ['', '# Nothing is proposed for:']),
  ...open.map(({ attribute, why }) => `#   ${attribute}: ${why}`),
];
