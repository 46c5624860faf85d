import { instantOf } from '../../comparison/compare/values';
import { isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import type { WrittenField } from '../../contract/writtenContract';
import { CURRENCY } from '../../mapping/codecs/numberCodecs';
import { MIN_EXAMPLES } from './tryLine';

type Side = 'v1' | 'v2';

/** Members of a contract as a mapping file writes them. */
export type WrittenFields = Readonly<Record<string, WrittenField>>;

/** Writes a rule in its shortest form: the v2 path alone if there is nothing else to say. */
export const writtenRule = (end: 'from' | 'to', path: string, facts: object): Json =>
  Object.keys(facts).length === 0 ? path : { [end]: path, ...facts };

/** Most words of a text that counts as a state, and the fewest times that each word must be seen. */
const MAX_WORDS = 8;
const MIN_WORD_COUNT = 3;

const DECIMAL = /^-?\d+\.(\d+)$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const SECRET = /(?:^|_)(?:password|pin|secret|token|login|api_key)$/i;
const INSTANT = /(?:_at|_on|_until|date|time)$/i;

/** True for the name of a member that is a key, login or password. */
export const isSecretName = (name: string): boolean => SECRET.test(name);

/** True for the name of a member that is an instant. */
export const isInstantName = (name: string): boolean => INSTANT.test(name);

/** Returns the decimal places of an amount of money. Returns undefined for a value that shows none. */
function placesOf(value: Json): number | undefined {
  if (typeof value === 'string') return DECIMAL.exec(value)?.[1]?.length;
  if (!isJsonObject(value) || !('amount' in value && 'currency' in value)) return undefined;
  return placesOf(value['amount'] ?? 0) ?? 2;
}

const isNumeric = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));

/** Describes texts: a few words, each seen several times, are states. */
function textField(texts: readonly string[]): WrittenField {
  const groups = [...Map.groupBy(texts, (text) => text)];
  const isState =
    texts.length >= MIN_EXAMPLES &&
    groups.length <= MAX_WORDS &&
    groups.every(([text, same]) => same.length >= MIN_WORD_COUNT && /^[A-Za-z][\w-]*$/.test(text));
  return { type: 'text', ...(isState && { known: groups.map(([text]) => text).sort() }) };
}

/** Types of instants as numbers of seconds. */
const INSTANT_TYPES = { v1: 'date', v2: 'timestamp' } as const;

function numberField(name: string, numbers: readonly number[], side: Side): WrittenField {
  if (!numbers.every(Number.isInteger)) return { type: 'number' };
  const areInstants = isInstantName(name) && numbers.every((value) => instantOf(value)?.form === 'seconds');
  return { type: areInstants ? INSTANT_TYPES[side] : 'integer' };
}

/** Describes objects; those that lack most members are free, because no contract promises such members. */
function objectField(objects: readonly JsonObject[], side: Side): WrittenField {
  const fields = fieldsOf(objects, side);
  const all = Object.values(fields);
  const rare = all.filter(({ optional }) => optional === true);
  return all.length > 0 && rare.length * 2 <= all.length ? { fields } : { type: 'object' };
}

/** Returns the currencies that amounts name, in capitals; the name of a bare amount may end with one: `price_usd`. */
function currenciesOf(name: string, values: readonly Json[]): ReadonlySet<string> {
  const named = /_(?:eur|usd)$/i.exec(name)?.[0].slice(1) ?? CURRENCY;
  const codes = values.map((value) => {
    const { currency } = isJsonObject(value) ? value : {};
    const { code } = isJsonObject(currency) ? currency : { code: currency };
    return typeof code === 'string' ? code : named;
  });
  return new Set(codes.map((code) => code.toUpperCase()));
}

function amountField(name: string, values: readonly Json[]): WrittenField | undefined {
  const places = values.flatMap((value) => placesOf(value) ?? []);
  const areAmounts =
    places.length > 0 && values.every((value) => isNumeric(value) || placesOf(value) !== undefined);
  const [currency, secondCurrency] = currenciesOf(name, values);
  if (!areAmounts || secondCurrency !== undefined) return undefined;
  const decimals = Math.max(...places);
  if (currency === CURRENCY) return { type: `money(${decimals})` };
  if (currency === 'USD') return { type: `money(${decimals}, USD)` };
  return undefined;
}

function scalarField(name: string, values: readonly Json[], side: Side): WrittenField {
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'number')) return numberField(name, values, side);
  if (values.every((value) => typeof value === 'string')) {
    if (side === 'v1' && values.every((text) => ISO.test(text))) return { type: 'date' };
    return textField(values);
  }
  if (values.every(isNumeric)) return { type: 'number', asText: true };
  return { type: 'text' };
}

const isMap = (value: Json): boolean => isJsonObject(value) || (Array.isArray(value) && value.length === 0);

function shapeOf(name: string, values: readonly Json[], side: Side): WrittenField {
  if (values.length === 0) return { type: 'text' };
  const amount = amountField(name, values);
  if (side === 'v2' && amount !== undefined) return amount;
  const elements = values.every((value) => Array.isArray(value)) ? values.flat() : [];
  if (elements.length > 0) return { each: fieldOf(name, elements, side) };
  // PHP prints an empty map as [].
  if (values.every(isMap)) return objectField(values.filter(isJsonObject), side);
  return scalarField(name, values, side);
}

function fieldOf(name: string, values: readonly (Json | undefined)[], side: Side): WrittenField {
  const there = values.filter((value) => value !== undefined && value !== null);
  return {
    ...shapeOf(name, there, side),
    ...(isSecretName(name) && { secret: true }),
    ...(values.includes(null) && { nullable: true }),
    ...(values.includes(undefined) && { optional: true }),
  };
}

/** Describes members by their values: one that was never absent is required, one never null not nullable. */
export function fieldsOf(objects: readonly JsonObject[], side: Side): WrittenFields {
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  const valuesOf = (name: string) => objects.map((object) => ownMember(object, name));
  return Object.fromEntries(Array.from(names, (name) => [name, fieldOf(name, valuesOf(name), side)]));
}
