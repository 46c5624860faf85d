import { isJsonObject, type Json, type JsonObject } from '../contract/json';

/** Characters of a line; two columns of them stand side by side on a page. */
const WIDTH = 62;

const label = (name: string): string => `${JSON.stringify(name)}: `;

const membersOf = (object: JsonObject): readonly [string, Json][] =>
  Object.entries(object).map(([name, member]) => [name, member ?? null]);

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = membersOf(value).map(([name, member]) => label(name) + oneLine(member));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const block = (open: string, lines: readonly string[], close: string, indent: string): string =>
  `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;

/** A value below some label, which has used up a part of the line. */
function nested(value: Json, indent: string, used: number): string {
  const line = oneLine(value);
  return indent.length + used + line.length <= WIDTH ? line : opened(value, indent);
}

function opened(value: Json, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const lines = value.map((element) => nested(element, inner, 0));
    return block('[', lines, ']', indent);
  }
  if (!isJsonObject(value)) return oneLine(value);
  const lines = membersOf(value).map(
    ([name, member]) => label(name) + nested(member, inner, label(name).length),
  );
  return block('{', lines, '}', indent);
}

/** JSON for people: two spaces a level, on one line what fits on one; the outermost object is always opened. */
export const compactJson = (value: Json): string =>
  isJsonObject(value) && Object.keys(value).length > 0 ? opened(value, '') : nested(value, '', 0);
