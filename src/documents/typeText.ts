import { type Field, joinPath } from '../contract/field';
import type { DateStyle } from '../mapping/codecs/dateCodec';

/** The types that all shapes are made of, as the text of a declaration file. */
export const sharedTypes = `/** Seconds since the Unix epoch, UTC. */
export type UnixSeconds = number;

/** ISO 8601 text in UTC, e.g. \`2024-01-15T10:30:00Z\`. */
export type IsoDateTime = string;

/** An object of any members; PHP writes an empty one as \`[]\`. */
export type FreeObject = { readonly [name: string]: unknown } | readonly [];

/** An amount in v2: decimal text, or as the live service also sends it. */
export type Money =
  | string
  | number
  | { readonly format: string; readonly value: number | string; readonly amount: number; readonly currency: { readonly symbol: string; readonly code: string } }
  | { readonly format: string; readonly format_readable: string; readonly amount: number | string; readonly currency: string };

/** One resource as v1 answers it. */
export interface Envelope<Type extends string, Attributes> {
  readonly data: { readonly id: string; readonly type: Type; readonly attributes: Attributes };
}

/** One resource as v2 answers it. */
export interface Data<Resource> {
  readonly data: Resource;
}

/** A simple error, in v1 and in v2. */
export interface Problem {
  readonly message: string;
}

/** A validation error: field name to what is wrong with it. */
export interface ValidationProblem extends Problem {
  readonly errors: { readonly [field: string]: readonly string[] };
}

/** A page of a v1 list. */
export interface Page<Answer extends { readonly data: unknown }> {
  readonly data: readonly Answer['data'][];
  readonly meta: {
    readonly current_page: number;
    readonly from: number | null;
    readonly last_page: number;
    readonly per_page: number;
    readonly to: number | null;
    readonly total: number;
  };
}

/** What v1 answers to a change of several. */
export interface Several<Answer extends { readonly data: unknown }> {
  readonly message: string;
  readonly data: readonly Answer['data'][];
}
`;

/** Comments by dotted path: what a reader sees of a member in an editor. */
export type Comments = ReadonlyMap<string, string>;

/** What printing one contract needs to know. */
interface TypeContext {
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
