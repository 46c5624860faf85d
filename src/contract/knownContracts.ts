import { z } from 'zod';
import { contracts, schemas } from './contracts';
import { describeSchema } from './describe';
import { type Field, notations } from './field';
import * as kinds from './kinds';
import { definedMembers } from './result';
import { decimalNumber, limitedText, roundedNumber, wholeNumber } from './requestKinds';
import type { WrittenField, WrittenContracts } from './writtenContract';

type Schemas = Readonly<Record<string, z.ZodType>>;

/** Contracts of both sides by name, as schemas and as plain data. */
export interface KnownContracts {
  readonly schemas: { readonly v1: Schemas; readonly v2: Schemas };
  readonly fields: { readonly v1: ReadonlyMap<string, Field>; readonly v2: ReadonlyMap<string, Field> };
  /** Contracts that are not shipped, or that differ from the shipped ones. */
  readonly declared: readonly Field[];
}

const shipped: KnownContracts = { schemas, fields: contracts, declared: [] };

function textSchema({ known: knownWords, closed, minimum, maximum }: WrittenField): z.ZodType {
  if (knownWords !== undefined && closed === true) return z.enum(knownWords);
  if (knownWords !== undefined) return kinds.openText(...knownWords);
  const text = maximum === undefined ? z.string() : limitedText(maximum);
  return minimum === undefined ? text : text.min(minimum);
}

function listOf(element: z.ZodType, { minimum, maximum }: WrittenField): z.ZodType {
  const list = minimum === undefined ? z.array(element) : z.array(element).min(minimum);
  return maximum === undefined ? list : list.max(maximum);
}

const addBounds = <Of extends z.ZodNumber>(number: Of, { minimum, maximum }: WrittenField): Of => {
  const raised = minimum === undefined ? number : number.min(minimum);
  return maximum === undefined ? raised : raised.max(maximum);
};

/** Creates the schema of an integer within its bounds, as a number or as text. */
function integerSchema(entry: WrittenField): z.ZodType {
  const { asText, minimum, maximum } = entry;
  return asText === true ? wholeNumber(minimum, maximum) : addBounds(z.int(), entry);
}

/** Decimal places of a number that also comes as text, unless its contract says how many. */
const MAX_DECIMALS = 6;

function numberSchema(entry: WrittenField): z.ZodType {
  const { asText, minimum, maximum, decimals } = entry;
  if (asText === true) return decimalNumber({ places: decimals ?? MAX_DECIMALS, minimum, maximum });
  const number = addBounds(z.number(), entry);
  return decimals === undefined ? number : roundedNumber(number, decimals);
}

const makers: Readonly<Record<string, (entry: WrittenField) => z.ZodType>> = {
  text: textSchema,
  url: () => z.url(),
  integer: integerSchema,
  number: numberSchema,
  boolean: () => z.boolean(),
  timestamp: kinds.timestamp,
  date: kinds.date,
  object: kinds.freeObject,
  phpArray: kinds.objectOrList,
};

/** Creates the schema of a written field by its type alone. `schemaOf` adds null, absence and facts. */
function schemaOfType(entry: WrittenField): z.ZodType {
  // The form of `type` was checked when the file was read.
  const { type = '', fields, each, map } = entry;
  if (fields !== undefined) return objectSchema(fields);
  if (each !== undefined) return listOf(schemaOf(each), entry);
  if (map !== undefined) return kinds.mapOf(schemaOf(map));
  const money = /^money\((\d+)(?:, (EUR|USD))?\)$/.exec(type);
  if (money !== null) return kinds.money(money[2] === 'USD' ? 'USD' : 'EUR', Number(money[1]));
  const notation = notations.find((name) => type === `instant(${name})`);
  if (notation !== undefined) return kinds.writtenInstant(notation);
  const make = makers[type];
  if (make === undefined) throw new Error(`no schema is made for the type ${type}`);
  return make(entry);
}

/** Makes the whole schema of a written field. */
function schemaOf(entry: WrittenField): z.ZodType {
  const { nullable, optional, secret, needed, issued, alsoNamed, requiredWhen } = entry;
  const typeSchema = schemaOfType(entry);
  const flags = { secret: secret || undefined, needed: needed || undefined, issued: issued || undefined };
  const ownFacts = {
    ...kinds.facts.get(typeSchema),
    ...definedMembers({ ...flags, alsoNamed, requiredWhen }),
  };
  const schema = Object.keys(ownFacts).length === 0 ? typeSchema : typeSchema.register(kinds.facts, ownFacts);
  const orNull = nullable === true ? schema.nullable() : schema;
  return optional === true ? orNull.optional() : orNull;
}

const objectSchema = (fields: Readonly<Record<string, WrittenField>>): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, schemaOf(entry)])));

/** Contracts of every pair of APIs: an answer that only says what was done. */
const commonContracts = {
  schemas: { v1: { message: schemas.v1.message }, v2: {} },
  fields: { v1: new Map([['message', describeSchema(schemas.v1.message)]]), v2: new Map<string, Field>() },
  declared: [],
} as const satisfies KnownContracts;

/**
 * Adds the written contracts of one API to known ones, and written members to a known contract. A written member
 * replaces a known one of the same name.
 */
function extendSide(knownSide: KnownContracts, written: WrittenContracts, side: 'v1' | 'v2') {
  const knownSchemas = new Map(Object.entries(knownSide.schemas[side]));
  const added = Object.entries(written[side] ?? {}).map(([name, fields]) => {
    const writtenSchema = objectSchema(fields);
    const base = knownSchemas.get(name);
    const schema =
      base instanceof z.ZodObject ? z.object({ ...base.shape, ...writtenSchema.shape }) : writtenSchema;
    return { name, schema, field: describeSchema(schema) };
  });
  return {
    schemas: {
      ...knownSide.schemas[side],
      ...Object.fromEntries(added.map(({ name, schema }) => [name, schema])),
    },
    fields: new Map([...knownSide.fields[side], ...added.map(({ name, field }) => [name, field] as const)]),
    declared: added.map(({ field }) => field),
  };
}

/**
 * Adds the contracts and members that a mapping file declares to the shipped contracts. A separate pair of APIs has
 * none of the shipped ones: its contracts are added to the few that every pair has.
 */
export function extendContracts(
  writtenContracts: WrittenContracts | undefined,
  { isOfOwnPair = false }: { readonly isOfOwnPair?: boolean | undefined } = {},
): KnownContracts {
  const known: KnownContracts = isOfOwnPair ? commonContracts : shipped;
  if (writtenContracts === undefined) return known;
  const v1 = extendSide(known, writtenContracts, 'v1');
  const v2 = extendSide(known, writtenContracts, 'v2');
  return {
    schemas: { v1: v1.schemas, v2: v2.schemas },
    fields: { v1: v1.fields, v2: v2.fields },
    declared: [...v1.declared, ...v2.declared],
  };
}
