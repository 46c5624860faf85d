import type { Field } from '../../contract/field';
import { joinPath } from '../../contract/joinPath';
import type { DateStyle } from '../../translation/codecs/date';

/** Comments by dotted path: what a reader sees of a member in an editor. */
export type Comments = ReadonlyMap<string, string>;

/** What printing one contract needs to know. */
export interface TypeContext {
  /** How dates are written on this side. */
  readonly dates: DateStyle;
  readonly comments: Comments;
}

/** Known values for completion; the set stays open. */
const openText = (known: readonly string[]): string =>
  known.length === 0 ? 'string' : [...known.map((word) => JSON.stringify(word)), '(string & {})'].join(' | ');

/** A name as a property name: quoted when it is not an identifier. */
const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A text inside a comment, which must not end it. */
const comment = (text: string, indent: string): string =>
  `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n`;

/** One member; one that has two names is there under either. */
function memberText(name: string, member: Field, context: TypeContext, path: string, indent: string): string {
  const { alsoNamed, optional } = member;
  const note = context.comments.get(path);
  const type = typeText(member, context, path, indent);
  const line = (as: string, mark: string) => `${indent}readonly ${property(as)}${mark}: ${type};\n`;
  const lines =
    alsoNamed === undefined ? line(name, optional ? '?' : '') : line(name, '?') + line(alsoNamed, '?');
  return note === undefined ? lines : comment(note, indent) + lines;
}

function objectText(
  { members }: Field & { kind: 'object' },
  context: TypeContext,
  path: string,
  indent: string,
): string {
  const lines = [...members].map(([name, member]) =>
    memberText(name, member, context, joinPath(path, name), `${indent}  `),
  );
  return `{\n${lines.join('')}${indent}}`;
}

type Scalar = Exclude<Field, { kind: 'object' | 'list' }>;

const named = { boolean: 'boolean', timestamp: 'UnixSeconds', money: 'Money' } as const;

function scalarText(field: Scalar, dates: DateStyle): string {
  if (field.kind === 'text') return openText(field.known ?? []);
  if (field.kind === 'integer' || field.kind === 'number') return field.asText ? 'number | string' : 'number';
  if (field.kind === 'date') return dates === 'unix' ? 'UnixSeconds' : 'IsoDateTime';
  if (field.kind === 'freeObject') return field.list ? 'FreeObject | readonly unknown[]' : 'FreeObject';
  return named[field.kind];
}

function presentText(field: Field, context: TypeContext, path: string, indent: string): string {
  if (field.kind === 'object') return objectText(field, context, path, indent);
  if (field.kind === 'list') return `ReadonlyArray<${typeText(field.element, context, `${path}[]`, indent)}>`;
  return scalarText(field, context.dates);
}

/** A contract as a TypeScript type; nested objects are written out where they stand. */
export function typeText(field: Field, context: TypeContext, path = '', indent = ''): string {
  const text = presentText(field, context, path, indent);
  return field.nullable ? `${text} | null` : text;
}
