import { z } from 'zod';
import { contracts, schemas } from './contracts';
import { describe } from './describe';
import type { Field } from './field';
import * as kinds from './kinds';
import { decimalNumber, limitedText, wholeNumber } from './requestKinds';

/** Members of a contract that one cannot put into one word. */
interface WrittenFacts {
  readonly nullable?: boolean | undefined;
  readonly optional?: boolean | undefined;
  /** A key, login or password. */
  readonly secret?: boolean | undefined;
  /** True if nothing may replace a missing value. */
  readonly needed?: boolean | undefined;
  /** True for a text that the API itself issues, e.g. the slug of a game: nobody's own words. */
  readonly issued?: boolean | undefined;
  /** A second name under which v2 sends the member. */
  readonly alsoNamed?: string | undefined;
  /** The flag of the same object that, when true, makes this member of a request required. */
  readonly requiredWhen?: string | undefined;
}

/** A member as written, after the short form (`title: text`) is written out. */
export interface WrittenField extends WrittenFacts {
  readonly type?: string | undefined;
  readonly known?: readonly string[] | undefined;
  readonly closed?: boolean | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly decimals?: number | undefined;
  readonly asText?: boolean | undefined;
  readonly fields?: Readonly<Record<string, WrittenField>> | undefined;
  readonly each?: WrittenField | undefined;
}

const TYPE =
  /^(?:text|url|integer|number|boolean|timestamp|date|object|phpArray|money\(\d\d?(?:, (?:EUR|USD))?\))$/;

const flag = z.boolean().optional();

const writtenField: z.ZodType<WrittenField> = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z
    .strictObject({
      type: z
        .string()
        .regex(TYPE, {
          error:
            'is not text, url, integer, number, boolean, timestamp, date, object, phpArray or money(decimals)',
        })
        .optional(),
      /** The words of a text; without `closed: true` others may come. */
      known: z.array(z.string()).min(1).optional(),
      closed: flag,
      /** Bounds of a number, or of the length of a text. */
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      /** Most decimal places of a number. */
      decimals: z.int().min(0).max(12).optional(),
      /** True for a number that a request may also carry as text. */
      asText: flag,
      /** Members of an object. */
      fields: z
        .record(
          z.string(),
          z.lazy(() => writtenField),
        )
        .optional(),
      /** Elements of a list. */
      each: z.lazy(() => writtenField).optional(),
      ...{ nullable: flag, optional: flag, secret: flag, needed: flag, issued: flag },
      alsoNamed: z.string().min(1).optional(),
      requiredWhen: z.string().min(1).optional(),
    })
    .refine(
      ({ type, fields, each }) => [type, fields, each].filter((one) => one !== undefined).length === 1,
      {
        error: 'needs one of `type`, `fields` (an object) and `each` (a list)',
      },
    ),
);

const side = z.record(z.string(), z.record(z.string(), writtenField)).optional();

/** Contracts that a mapping file declares, or adds members to: side -> contract -> member. */
export const writtenContracts = z.strictObject({ v1: side, v2: side });

export type WrittenContracts = z.infer<typeof writtenContracts>;

type Schemas = Readonly<Record<string, z.ZodType>>;

/** Contracts of both sides by name, as schemas and as plain data. */
export interface KnownContracts {
  readonly schemas: { readonly v1: Schemas; readonly v2: Schemas };
  readonly fields: { readonly v1: ReadonlyMap<string, Field>; readonly v2: ReadonlyMap<string, Field> };
  /** Those that are not shipped, or not as they are here. */
  readonly declared: readonly Field[];
}

const shipped: KnownContracts = { schemas, fields: contracts, declared: [] };

function textOf({ known, closed, minimum, maximum }: WrittenField): z.ZodType {
  if (known !== undefined && closed === true) return z.enum(known);
  if (known !== undefined) return kinds.openText(...known);
  const text = maximum === undefined ? z.string() : limitedText(maximum);
  return minimum === undefined ? text : text.min(minimum);
}

const bounded = <Of extends z.ZodNumber>(number: Of, { minimum, maximum }: WrittenField): Of => {
  const from = minimum === undefined ? number : number.min(minimum);
  return maximum === undefined ? from : from.max(maximum);
};

function integerOf(entry: WrittenField): z.ZodType {
  const { asText, minimum, maximum } = entry;
  if (asText !== true) return bounded(z.int(), entry);
  return minimum === undefined || maximum === undefined
    ? kinds.numericInteger(minimum, maximum)
    : wholeNumber(minimum, maximum);
}

function numberOf(entry: WrittenField): z.ZodType {
  const { asText, minimum, maximum, decimals = 6 } = entry;
  if (asText !== true) return bounded(z.number(), entry);
  return minimum === undefined || maximum === undefined
    ? kinds.numericDecimal(decimals)
    : decimalNumber({ places: decimals, minimum, maximum });
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
  phpArray: kinds.phpArray,
};

function plainSchema(entry: WrittenField): z.ZodType {
  const { type = '', fields, each } = entry;
  if (fields !== undefined) return objectOf(fields);
  if (each !== undefined) return z.array(schemaOf(each));
  const money = /^money\((\d+)(?:, (\w+))?\)$/.exec(type);
  if (money !== null) return kinds.money(money[2] === 'USD' ? 'USD' : 'EUR', Number(money[1]));
  const make = makers[type];
  // The form of `type` was checked when the file was read.
  if (make === undefined) throw new Error(`no schema is made for the type ${type}`);
  return make(entry);
}

function schemaOf(entry: WrittenField): z.ZodType {
  const { nullable, optional, alsoNamed, requiredWhen } = entry;
  const plain = plainSchema(entry);
  const own = {
    ...kinds.facts.get(plain),
    ...(entry.secret === true ? { secret: true as const } : {}),
    ...(entry.needed === true ? { needed: true as const } : {}),
    ...(entry.issued === true ? { issued: true as const } : {}),
    ...(alsoNamed === undefined ? {} : { alsoNamed }),
    ...(requiredWhen === undefined ? {} : { requiredWhen }),
  };
  const schema = Object.keys(own).length === 0 ? plain : plain.register(kinds.facts, own);
  const orNull = nullable === true ? schema.nullable() : schema;
  return optional === true ? orNull.optional() : orNull;
}

const objectOf = (fields: Readonly<Record<string, WrittenField>>): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, schemaOf(entry)])));

/** Adds written members to the contracts of one side; a member of the same name is replaced. */
function extended(known: Schemas, written: WrittenContracts['v1'] = {}): ReadonlyMap<string, z.ZodType> {
  return new Map(
    Object.entries(written).map(([name, fields]) => {
      const own = objectOf(fields);
      const before = Object.hasOwn(known, name) ? known[name] : undefined;
      return [name, before instanceof z.ZodObject ? z.object({ ...before.shape, ...own.shape }) : own];
    }),
  );
}

/** Returns the shipped contracts, with those and with the members that a mapping file declares for itself. */
export function contractsWith(written: WrittenContracts | undefined): KnownContracts {
  if (written === undefined) return shipped;
  const sideOf = (name: 'v1' | 'v2') => {
    const added = extended(schemas[name], written[name]);
    const described = new Map(Array.from(added, ([contract, schema]) => [contract, describe(schema)]));
    return {
      schemas: { ...schemas[name], ...Object.fromEntries(added) },
      fields: new Map([...contracts[name], ...described]),
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
