import { z } from 'zod';
import { contracts, schemas } from './contracts';
import { describe } from './describe';
import { type Field, notations } from './field';
import * as kinds from './kinds';
import { defined } from './result';
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

function textOf({ known: knownWords, closed, minimum, maximum }: WrittenField): z.ZodType {
  if (knownWords !== undefined && closed === true) return z.enum(knownWords);
  if (knownWords !== undefined) return kinds.openText(...knownWords);
  const text = maximum === undefined ? z.string() : limitedText(maximum);
  return minimum === undefined ? text : text.min(minimum);
}

function listOf(element: z.ZodType, { minimum, maximum }: WrittenField): z.ZodType {
  const list = minimum === undefined ? z.array(element) : z.array(element).min(minimum);
  return maximum === undefined ? list : list.max(maximum);
}

const bounded = <Of extends z.ZodNumber>(number: Of, { minimum, maximum }: WrittenField): Of => {
  const from = minimum === undefined ? number : number.min(minimum);
  return maximum === undefined ? from : from.max(maximum);
};

/** Makes the schema of an integer within its bounds, as a number or as text. */
function integerOf(entry: WrittenField): z.ZodType {
  const { asText, minimum, maximum } = entry;
  if (asText !== true) return bounded(z.int(), entry);
  return minimum === undefined || maximum === undefined
    ? kinds.numericInteger(minimum, maximum)
    : wholeNumber(minimum, maximum);
}

/** Decimal places of a number that also comes as text, unless its contract says how many. */
const MAX_DECIMALS = 6;

function numberOf(entry: WrittenField): z.ZodType {
  const { asText, minimum, maximum, decimals } = entry;
  if (asText !== true) {
    const number = bounded(z.number(), entry);
    return decimals === undefined ? number : roundedNumber(number, decimals);
  }
  return minimum === undefined || maximum === undefined
    ? kinds.numericDecimal(decimals ?? MAX_DECIMALS)
    : decimalNumber({ places: decimals ?? MAX_DECIMALS, minimum, maximum });
}

const makers: Readonly<Record<string, (entry: WrittenField) => z.ZodType>> = {
  text: textOf,
  url: () => z.url(),
  integer: integerOf,
  number: numberOf,
  boolean: () => z.boolean(),
  timestamp: kinds.timestamp,
  date: kinds.date,
  object: kinds.freeObject,
  phpArray: kinds.objectOrList,
};

/** Makes the schema of a written field by its type alone. `schemaOf` adds null, absence and facts. */
function schemaOfType(entry: WrittenField): z.ZodType {
  const { type = '', fields, each, map } = entry;
  if (fields !== undefined) return objectOf(fields);
  if (each !== undefined) return listOf(schemaOf(each), entry);
  if (map !== undefined) return kinds.mapOf(schemaOf(map));
  const money = /^money\((\d+)(?:, (\w+))?\)$/.exec(type);
  if (money !== null) return kinds.money(money[2] === 'USD' ? 'USD' : 'EUR', Number(money[1]));
  const notation = notations.find((name) => type === `instant(${name})`);
  if (notation !== undefined) return kinds.writtenInstant(notation);
  const make = makers[type];
  // The form of `type` was checked when the file was read.
  if (make === undefined) throw new Error(`no schema is made for the type ${type}`);
  return make(entry);
}

/** Makes the whole schema of a written field. */
function schemaOf(entry: WrittenField): z.ZodType {
  const { nullable, optional, secret, needed, issued, alsoNamed, requiredWhen } = entry;
  const typeSchema = schemaOfType(entry);
  const flags = { secret: secret || undefined, needed: needed || undefined, issued: issued || undefined };
  const ownFacts = { ...kinds.facts.get(typeSchema), ...defined({ ...flags, alsoNamed, requiredWhen }) };
  const schema = Object.keys(ownFacts).length === 0 ? typeSchema : typeSchema.register(kinds.facts, ownFacts);
  const orNull = nullable === true ? schema.nullable() : schema;
  return optional === true ? orNull.optional() : orNull;
}

const objectOf = (fields: Readonly<Record<string, WrittenField>>): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, schemaOf(entry)])));

/** Adds written members to the contracts of one side; a member of the same name is replaced. */
function extended(shipped: Schemas, written: WrittenContracts['v1'] = {}): ReadonlyMap<string, z.ZodType> {
  return new Map(
    Object.entries(written).map(([name, fields]) => {
      const ownObject = objectOf(fields);
      const shippedObject = Object.hasOwn(shipped, name) ? shipped[name] : undefined;
      return [
        name,
        shippedObject instanceof z.ZodObject
          ? z.object({ ...shippedObject.shape, ...ownObject.shape })
          : ownObject,
      ];
    }),
  );
}

/** Contracts of every pair of APIs: an answer that only says what was done. */
const OF_ALL = {
  schemas: { v1: { message: schemas.v1.message }, v2: {} },
  fields: { v1: new Map([['message', describe(schemas.v1.message)]]), v2: new Map<string, Field>() },
  declared: [],
} as const satisfies KnownContracts;

/**
 * Returns the shipped contracts with the contracts and members that a mapping file declares. A separate pair of APIs
 * gets none of the shipped ones.
 */
export function contractsWith(written: WrittenContracts | undefined, isOfOwnPair = false): KnownContracts {
  const base: KnownContracts = isOfOwnPair ? OF_ALL : shipped;
  if (written === undefined) return base;
  const sideOf = (name: 'v1' | 'v2') => {
    const added = extended(base.schemas[name], written[name]);
    const described = new Map(Array.from(added, ([contract, schema]) => [contract, describe(schema)]));
    return {
      schemas: { ...base.schemas[name], ...Object.fromEntries(added) },
      fields: new Map([...base.fields[name], ...described]),
      declared: [...described.values()],
    };
  };
  const [v1, v2] = [sideOf('v1'), sideOf('v2')];
  return {
    schemas: { v1: v1.schemas, v2: v2.schemas },
    fields: { v1: v1.fields, v2: v2.fields },
    declared: [...v1.declared, ...v2.declared],
  };
}
