import { pathNames } from '../../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { classOf, type LedgerAttribute, type LedgerMember } from '../../mapping/compile/ledger';
import { isNullAtEnd } from '../../mapping/profile/pagePlaces';
import { placeOf } from '../../mapping/profile/places';
import type { Profile } from '../../mapping/profile/profileFile';
import type { PageStyle } from '../../mapping/compile/compiledOperation';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { typeName } from '../publication';
import { contractSchema, reference } from './contractSchema';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';

/** Notes by the dotted path of the property they belong to. */
type Annotations = ReadonlyMap<string, JsonObject>;

/** Adds `x-lifeboat` to a schema with a note, and to every property and element in it that has one. */
function annotateSchema(schema: Json | undefined, path: string, notes: Annotations): Json | undefined {
  if (!isJsonObject(schema)) return schema;
  const note = notes.get(path);
  // Each element of a list, or each value of a map.
  const elements = Object.entries(schema).flatMap(([name, element]) =>
    (name === 'items' || name === 'additionalProperties') && isJsonObject(element)
      ? [[name, annotateProperties(element, notes, `${path}[].`)] as const]
      : [],
  );
  return {
    ...annotateProperties(schema, notes, `${path}.`),
    ...Object.fromEntries(elements),
    ...(note && { 'x-lifeboat': note }),
  };
}

/** Adds `x-lifeboat` to every property that has a note. */
function annotateProperties(schema: JsonObject, notes: Annotations, prefix = ''): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const entries = Object.entries(properties).map(([name, property]): [string, Json | undefined] => [
    name,
    annotateSchema(property, prefix + name, notes),
  ]);
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** Notes on the sources of v1 attributes, or on the v2 places of v1 request members, in the ledger's words. */
const notesOf = (lines: readonly (LedgerAttribute | LedgerMember)[]): Annotations =>
  new Map(
    lines.map((line) => {
      const name = 'attribute' in line ? line.attribute : line.member;
      const { class: lossClass, place: rule, ...facts } = line;
      const told = Object.entries(facts).filter(([key]) => key !== 'attribute' && key !== 'member');
      return [name, { class: lossClass, ...(Object.fromEntries(told) as JsonObject), rule }];
    }),
  );

const answerName = ({ name }: ResolvedResource): string => `${typeName(name)}Answer`;

const attributesName = ({ name }: ResolvedResource): string => `${typeName(name)}Attributes`;

const objectSchema = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

type Shape = Profile['v1'];

/** Returns an object with schemas at paths such as `page.number`. A schema at the empty path is the whole object. */
function nestSchemas(
  placedSchemas: readonly (readonly [path: readonly string[], schema: JsonObject])[],
): JsonObject {
  const names = [...new Set(placedSchemas.flatMap(([[name]]) => name ?? []))];
  const [wholeSchema] = placedSchemas.flatMap(([path, schema]) => (path.length === 0 ? [schema] : []));
  if (names.length === 0 || wholeSchema?.['type'] === 'array') return wholeSchema ?? objectSchema({});
  const members = names.map((name): [string, JsonObject] => [
    name,
    nestSchemas(
      placedSchemas.flatMap(([[firstName, ...laterNames], schema]) =>
        firstName === name ? [[laterNames, schema] as const] : [],
      ),
    ),
  ]);
  const otherSchemas = objectSchema(Object.fromEntries(members));
  return wholeSchema === undefined ? otherSchemas : { allOf: [wholeSchema, otherSchemas] };
}

const besideSchemas = ({ beside }: Shape) =>
  Object.entries(beside).map(([name, value]) => [[name], { const: value }] as const);

function envelopeSchema(resource: ResolvedResource, shape: Shape): JsonObject {
  const { attributes } = shape;
  const stepsOfOne = pathNames(placeOf(shape.one, resource.name));
  const { type, id, codec, place: rulePlace } = resource.envelope;
  const attributesSchema = reference('schemas', attributesName(resource));
  if (attributes === '') return nestSchemas([...besideSchemas(shape), [stepsOfOne, attributesSchema]]);
  const note = { class: classOf(codec), source: id, codec: codec.name, rule: rulePlace };
  const form = codec.exact ? { minLength: 1 } : { pattern: '^-?\\d+$' };
  const data = nestSchemas([
    [['id'], { type: 'string', ...form, 'x-lifeboat': note }],
    [['type'], { const: type }],
    [pathNames(attributes), attributesSchema],
  ]);
  return nestSchemas([...besideSchemas(shape), [stepsOfOne, data]]);
}

const ownName = ({ operation }: ResolvedOperation): string => `${typeName(operation.name)}Answer`;

/** Names the component of an operation's success: the resource, or a separate component. */
export function successName(resource: ResolvedResource, resolved: ResolvedOperation): string {
  const { list, each, acknowledgement } = resolved.operation;
  const bodies = [list, each, acknowledgement, resolved.ownAnswer];
  return bodies.every((body) => body === undefined) ? answerName(resource) : ownName(resolved);
}

/** Names the component of an operation's request body. */
export const requestName = ({ operation }: ResolvedOperation): string => `${typeName(operation.name)}Request`;

const count = { type: 'integer', minimum: 0 };
const countOrNull = { type: ['integer', 'null'] };

/** Members of the page that an answer leaves out, by the style in which pages are asked for. */
const OMITTED_MEMBERS: Readonly<Record<PageStyle, readonly string[]>> = {
  page: ['offset', 'next'],
  offset: ['next'],
  cursor: ['current_page', 'from', 'last_page', 'to', 'total', 'offset'],
  whole: ['current_page', 'from', 'last_page', 'per_page', 'to', 'total', 'offset', 'next'],
};

const ofPage: Readonly<Record<string, JsonObject>> = {
  from: countOrNull,
  to: countOrNull,
  next: { type: ['string', 'null'] },
};

function pageSchema(data: JsonObject, style: PageStyle, list: string, shape: Shape): JsonObject {
  const isOmitted = (name: string): boolean =>
    OMITTED_MEMBERS[style].includes(name) || (name === 'next' && !isNullAtEnd(shape));
  const members = Object.entries(shape.paging).filter(([name]) => !isOmitted(name));
  const meta = members.map(([name, path]) => [pathNames(path), ofPage[name] ?? count] as const);
  // Leaves out where the next page begins: the last page has none, and what stands here is required.
  const following = [pathNames(style === 'whole' ? '' : shape.nextPage.more), { type: 'boolean' }] as const;
  return nestSchemas([
    ...besideSchemas(shape),
    [pathNames(list), data],
    ...[...meta, following].filter(([path]) => path.length > 0),
  ]);
}

/** Makes the component of a success that is not the resource alone. */
function ownSchema(
  resource: ResolvedResource,
  { operation, ownAnswer, query }: ResolvedOperation,
  shape: Shape,
): JsonObject | undefined {
  const { list, each, acknowledgement } = operation;
  const answer = reference('schemas', answerName(resource));
  const inner = pathNames(placeOf(shape.one, resource.name)).map((name) => `/properties/${name}`);
  const items =
    shape.attributes === ''
      ? reference('schemas', attributesName(resource))
      : { $ref: `${answer.$ref}${inner.join('')}` };
  const data = { type: 'array', items };
  if (list !== undefined)
    return pageSchema(
      data,
      query.flatMap(({ begins = [] }) => begins)[0] ?? 'whole',
      placeOf(shape.list, resource.name),
      shape,
    );
  if (each !== undefined) return objectSchema({ message: { const: each.message }, data });
  if (acknowledgement !== undefined)
    return { anyOf: [answer, objectSchema({ message: { const: acknowledgement } })] };
  if (ownAnswer?.contract === undefined) return undefined;
  const schema = contractSchema(resource.schemas.v1, ownAnswer.contract, resource.dates);
  return annotateProperties(schema, notesOf(ownAnswer.ledger));
}

/** Makes the components of a resource: attributes, envelope (spec 2.10, 2.11), own successes and bodies. */
export function componentSchemas(resource: ResolvedResource, shape: Shape): JsonObject {
  const { contract, dates, ledger, operations, schemas } = resource;
  const attributes = contractSchema(schemas.v1, contract.v1, dates);
  const answers = operations.flatMap((resolved): [string, JsonObject][] => {
    const schema = ownSchema(resource, resolved, shape);
    return schema === undefined ? [] : [[ownName(resolved), schema]];
  });
  const requests = operations.flatMap((resolved): [string, JsonObject][] => {
    const { body } = resolved;
    if (body === undefined) return [];
    const schema = contractSchema(schemas.v1, body.contract.v1, dates);
    return [[requestName(resolved), annotateProperties(schema, notesOf(body.ledger))]];
  });
  return {
    [attributesName(resource)]: annotateProperties(attributes, notesOf(ledger.attributes)),
    [answerName(resource)]: envelopeSchema(resource, shape),
    ...Object.fromEntries([...answers, ...requests]),
  };
}
