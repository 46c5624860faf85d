import { z } from 'zod';
import { type ContractFacts, facts } from './kinds';
import type { Field, FieldShape } from './field';
import { definedMembers } from './result';

type Schema = z.core.$ZodType;

interface Unwrapped {
  readonly schema: Schema;
  readonly nullable: boolean;
  readonly optional: boolean;
  /** Facts of the schema with those of its wrappers (optional, nullable), which win. */
  readonly facts: ContractFacts;
}

function unwrapSchema(schema: Schema): Unwrapped {
  const ownFacts = facts.get(schema) ?? {};
  if (schema instanceof z.ZodOptional) {
    const inner = unwrapSchema(schema.unwrap());
    return { ...inner, optional: true, facts: { ...inner.facts, ...ownFacts } };
  }
  if (schema instanceof z.ZodNullable) {
    const inner = unwrapSchema(schema.unwrap());
    return { ...inner, nullable: true, facts: { ...inner.facts, ...ownFacts } };
  }
  return { schema, nullable: false, optional: false, facts: ownFacts };
}

function numericShape(kind: 'integer' | 'number', { minimum, maximum, decimals }: ContractFacts): FieldShape {
  const shape = { asText: true, ...numberLimits({ minimum, maximum }) };
  return kind === 'integer' ? { kind, ...shape } : { kind, ...shape, ...definedMembers({ decimals }) };
}

const moneyShape = ({ currency = 'EUR', decimals = 2 }: ContractFacts): FieldShape => ({
  kind: 'money',
  currency,
  decimals,
});

function kindShape(
  kind: Exclude<ContractFacts['kind'], 'map' | undefined>,
  fieldFacts: ContractFacts,
  schema: Schema,
): FieldShape {
  switch (kind) {
    case 'timestamp':
    case 'date':
      return { kind };
    case 'instant':
      return { kind, notation: fieldFacts.notation ?? 'unix' };
    case 'money':
      return moneyShape(fieldFacts);
    case 'freeObject':
      return { kind, list: schema instanceof z.ZodUnion && schema.options.some(isFreeList) };
    case 'integer':
    case 'number':
      return numericShape(kind, fieldFacts);
  }
}

const isFreeList = (option: Schema): boolean =>
  option instanceof z.ZodArray && (option.def.checks ?? []).length === 0;

function numberLimits(bounds: { minimum?: number | null | undefined; maximum?: number | null | undefined }) {
  const [minimum, maximum] = [bounds.minimum ?? undefined, bounds.maximum ?? undefined];
  return definedMembers({
    minimum: minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
  });
}

function numberShape(schema: z.ZodNumber, { decimals }: ContractFacts): FieldShape {
  const shape = { asText: false, ...numberLimits({ minimum: schema.minValue, maximum: schema.maxValue }) };
  if ((schema.format ?? '').includes('int')) return { kind: 'integer', ...shape };
  return { kind: 'number', ...shape, ...definedMembers({ decimals }) };
}

/** Returns the most characters of a text. Zod counts UTF-16 units, so a limit in characters stands in the metadata. */
function maximumLength(schema: z.ZodString): number | undefined {
  const limit = schema.maxLength ?? schema.meta()?.['maxLength'];
  return typeof limit === 'number' ? limit : undefined;
}

function textShape(schema: z.ZodString, { known: knownWords }: ContractFacts): FieldShape {
  const minimumLength = schema.minLength ?? undefined;
  return {
    kind: 'text',
    ...definedMembers({ minimumLength, maximumLength: maximumLength(schema), known: knownWords }),
  };
}

/** Describes a union by its first alternative: a number that also comes as text is a number. */
function unionShape(schema: z.ZodUnion, fieldFacts: ContractFacts): FieldShape {
  const [firstOption] = schema.options;
  if (firstOption === undefined) throw new Error('the contract uses a union of nothing');
  const shape = plainShape(firstOption, fieldFacts);
  if (shape.kind === 'freeObject') return kindShape('freeObject', fieldFacts, schema);
  return shape.kind === 'integer' || shape.kind === 'number' ? { ...shape, asText: true } : shape;
}

function objectShape(shape: Readonly<Record<string, Schema>>): FieldShape {
  return {
    kind: 'object',
    members: new Map(Object.entries(shape).map(([name, member]) => [name, describeSchema(member)])),
  };
}

/** Describes a schema that has no fact about its kind. */
function plainShape(schema: Schema, fieldFacts: ContractFacts): FieldShape {
  if (schema instanceof z.ZodString) return textShape(schema, fieldFacts);
  if (schema instanceof z.ZodEnum) return { kind: 'text', known: schema.options.map(String), closed: true };
  if (schema instanceof z.ZodNumber) return numberShape(schema, fieldFacts);
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean' };
  // Zod does not count a URL as a string.
  if (schema instanceof z.ZodURL) return { kind: 'text', format: 'url' };
  return structureShape(schema, fieldFacts);
}

function listShape({ element, def }: z.ZodArray): FieldShape {
  const shortest = def.checks?.find((check) => check instanceof z.core.$ZodCheckMinLength);
  const longest = def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength);
  const [minimumItems, maximumItems] = [shortest?._zod.def.minimum, longest?._zod.def.maximum];
  return {
    kind: 'list',
    element: describeSchema(element),
    ...definedMembers({ minimumItems, maximumItems }),
  };
}

const recordShape = ({ valueType }: z.ZodRecord, { kind }: ContractFacts): FieldShape =>
  kind === 'map'
    ? { kind: 'list', keyed: true, element: describeSchema(valueType) }
    : { kind: 'freeObject', list: false };

function structureShape(schema: Schema, fieldFacts: ContractFacts): FieldShape {
  if (schema instanceof z.ZodUnion) return unionShape(schema, fieldFacts);
  if (schema instanceof z.ZodRecord) return recordShape(schema, fieldFacts);
  if (schema instanceof z.ZodArray) return listShape(schema);
  if (schema instanceof z.ZodObject) return objectShape(schema.shape);
  throw new Error(`the contract uses a schema that has no field kind: ${schema._zod.def.type}`);
}

/**
 * Turns a contract schema into plain data that guards, validation, mapping checks and generators share.
 * Throws on a schema type that the contract does not use: a bug in `contract/`, found by the first test.
 */
export function describeSchema(schema: Schema): Field {
  const inner = unwrapSchema(schema);
  const shape =
    inner.facts.kind === undefined || inner.facts.kind === 'map'
      ? plainShape(inner.schema, inner.facts)
      : kindShape(inner.facts.kind, inner.facts, inner.schema);
  const { nullable, optional } = inner;
  const { secret = false, issued, alsoNamed, requiredWhen } = inner.facts;
  // An amount of money has no default, because a default would pass for a real price.
  const needed = shape.kind === 'money' ? true : inner.facts.needed;
  return {
    ...shape,
    nullable,
    optional,
    secret,
    ...definedMembers({ needed, issued, alsoNamed, requiredWhen }),
  };
}
