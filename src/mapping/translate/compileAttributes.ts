import type { Field } from '../../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { misfit } from '../codecs/codec';
import type { AttributeRule, Missing, PathStep } from './translationRule';
import { compileTake } from './takeValue';
import { type Characters, isAsciiText, writeJson } from './exactJson';

/** Reports an upstream value that does not fit: names the place and the rule, never the value. */
export class Mismatch {
  /**
   * @param path place inside the v2 answer, e.g. `data.price_eur`
   * @param expected what was expected there, e.g. `money(6)`
   * @param rule the mapping line at fault, e.g. `currency-offer.yaml:12`; absent when no single rule is
   */
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly rule?: string,
  ) {}
}

/** Makes one value from a v2 object; undefined leaves it out, a Mismatch refuses the whole answer. */
type Make<Made> = (source: JsonObject) => Made | undefined | Mismatch;

/** The printing of one answer, and what is known of its text. */
export class Printing {
  /** True as long as all that was printed is ASCII: then nobody has to count its bytes. */
  isAscii: boolean;

  /** True if a text of the source needs no escapes. */
  readonly isPlain: boolean;

  /** @param source the characters of the JSON that is translated */
  constructor(source: Characters) {
    this.isPlain = source === 'plain';
    this.isAscii = source !== 'any';
  }
}

type Print = (source: JsonObject, printing: Printing) => string | undefined | Mismatch;

/** One attribute, as a value and as JSON text. */
interface Reader {
  readonly read: Make<Json>;
  readonly print: Print;
}

/** The attributes of a v2 object, as an object and as JSON text, in the order of the rules. */
interface Attributes {
  readonly read: (source: JsonObject) => JsonObject | Mismatch;
  /** Writes JSON text in one pass, without intermediate objects; the `hidden` attributes are null. */
  readonly print: (source: JsonObject, printing: Printing, hidden?: readonly string[]) => string | Mismatch;
}

type Source = (object: JsonObject) => Json | undefined;

function member({ name, alsoNamed }: PathStep): Source {
  if (alsoNamed === undefined) return (object) => object[name];
  return (object) => {
    const own = object[name];
    return own ?? object[alsoNamed] ?? own;
  };
}

/** Follows a path; a missing or null object on the way makes the value absent or null. */
function follow([first, ...rest]: readonly PathStep[]): Source {
  if (first === undefined) return (object) => object;
  const step = member(first);
  if (rest.length === 0) return step;
  const onward = follow(rest);
  return (object) => {
    const inner = step(object);
    return isJsonObject(inner) ? onward(inner) : inner === null ? null : undefined;
  };
}

const written = (path: string, source: readonly PathStep[]): string =>
  [path, ...source.map(({ name }) => name)].join('.');

function outcome(missing: Missing, asIs: null | undefined, mismatch: Mismatch): Json | undefined | Mismatch {
  switch (missing.kind) {
    case 'refuse':
      return mismatch;
    case 'pass':
      return asIs;
    case 'default':
    case 'blank':
      return missing.value;
  }
}

/** Compiles the check whether an object lacks a source for which its rule uses a blank. */
export function compileLacks(rules: readonly AttributeRule[]): (object: JsonObject) => boolean {
  const each = rules.flatMap((rule) => {
    if (rule.kind === 'constant') return [];
    const source = follow(rule.source);
    const isBlank = rule.onAbsent.kind === 'blank';
    const inside = rule.kind === 'object' ? compileLacks(rule.members) : () => false;
    return (object: JsonObject): boolean => {
      const value = source(object);
      return value === undefined ? isBlank : isJsonObject(value) && inside(value);
    };
  });
  return (object) => each.some((lacks) => lacks(object));
}

/** Characters of a value that are looked at: of more it costs as much as to count the bytes of the whole. */
const MOST_LOOKED_AT = 1_024;

const printed = (value: Json | undefined | Mismatch, printing: Printing): ReturnType<Print> => {
  if (value === undefined || value instanceof Mismatch) return value;
  if (typeof value === 'number') return writeJson(value);
  if (typeof value === 'boolean' || value === null) return `${value}`;
  const text = writeJson(value);
  // Also of a plain source: a codec has words of its own.
  if (printing.isAscii) printing.isAscii = text.length <= MOST_LOOKED_AT && isAsciiText(text);
  return text;
};

type Glance = (value: Json, isPlain: boolean) => string | undefined;

const glances: Readonly<Partial<Record<Field['kind'], Glance>>> = {
  text: (value, isPlain) =>
    typeof value !== 'string' ? undefined : isPlain ? `"${value}"` : writeJson(value),
  boolean: (value) => (value === true ? 'true' : value === false ? 'false' : undefined),
  integer: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? `${value}` : undefined),
};

const noGlance: Glance = () => undefined;

/**
 * The text of a value that both sides write alike and that is of the contract's JSON type, as nearly all are; undefined
 * of any other. A codec that takes few values only has to see each.
 */
function compileGlance({ codec, field }: AttributeRule & { kind: 'value' }): Glance {
  if (!codec.exact || codec.takesOnly !== undefined || field === undefined) return noGlance;
  return glances[field.kind] ?? noGlance;
}

function compileValue(rule: AttributeRule & { kind: 'value' }, path: string): Reader {
  const source = follow(rule.source);
  const { codec, field } = rule;
  const expected = codec.name === 'same' ? (field?.kind ?? codec.name) : codec.name;
  const mismatch = new Mismatch(written(path, rule.source), expected, rule.place);
  const whenNull = outcome(rule.onNull, null, mismatch);
  const whenAbsent = outcome(rule.onAbsent, undefined, mismatch);
  const whenMisfit = outcome(rule.onMisfit, null, mismatch);
  const take = compileTake(rule);
  const read: Make<Json> = (object) => {
    const value = source(object);
    if (value === undefined) return whenAbsent;
    if (value === null) return whenNull;
    const converted = take(value);
    if (converted === misfit) return whenMisfit;
    return converted === undefined ? whenAbsent : converted;
  };
  const glance = compileGlance(rule);
  const print: Print = (object, printing) => {
    const value = source(object);
    const glanced = value === undefined || value === null ? undefined : glance(value, printing.isPlain);
    return glanced ?? printed(read(object), printing);
  };
  return { read, print };
}

function compileObject(rule: AttributeRule & { kind: 'object' }, path: string): Reader {
  const source = follow(rule.source);
  const at = written(path, rule.source);
  const mismatch = new Mismatch(at, 'object', rule.place);
  const whenNull = outcome(rule.onNull, null, mismatch);
  const whenAbsent = outcome(rule.onAbsent, undefined, mismatch);
  const whenMisfit = outcome(rule.onMisfit, null, mismatch);
  const members = compileAttributes(rule.members, at);
  const without = (value: Json | undefined) =>
    value === null ? whenNull : value === undefined ? whenAbsent : whenMisfit;
  return {
    read: (object) => {
      const value = source(object);
      return isJsonObject(value) ? members.read(value) : without(value);
    },
    print: (object, printing) => {
      const value = source(object);
      if (!isJsonObject(value)) return printed(without(value), printing);
      return members.print(value, printing);
    },
  };
}

function compileRule(rule: AttributeRule, path: string): Reader {
  switch (rule.kind) {
    case 'value':
      return compileValue(rule, path);
    case 'object':
      return compileObject(rule, path);
    case 'constant': {
      const text = writeJson(rule.value);
      const isAscii = isAsciiText(text);
      const print: Print = (_source, printing) => {
        if (!isAscii) printing.isAscii = false;
        return text;
      };
      return { read: () => rule.value, print };
    }
  }
}

/**
 * Compiles attribute rules into functions from a v2 object to the v1 attributes. `path` is where the object stands in
 * the answer, for mismatches.
 */
export function compileAttributes(rules: readonly AttributeRule[], path: string): Attributes {
  const readers = rules.map((rule) => ({
    name: rule.name,
    key: `${writeJson(rule.name)}:`,
    nextKey: `,${writeJson(rule.name)}:`,
    ...compileRule(rule, path),
  }));
  const areNamesAscii = readers.every(({ name }) => isAsciiText(name));
  return {
    read: (source) => {
      const attributes: JsonObject = {};
      for (const { name, read } of readers) {
        const value = read(source);
        if (value instanceof Mismatch) return value;
        if (value !== undefined) attributes[name] = value;
      }
      return attributes;
    },
    print: (source, printing, hidden = []) => {
      let text = '';
      for (const { name, key, nextKey, print } of readers) {
        const made = print(source, printing);
        if (typeof made === 'object') return made;
        const value = hidden.length > 0 && hidden.includes(name) ? 'null' : made;
        if (value !== undefined) text += (text === '' ? key : nextKey) + value;
      }
      if (!areNamesAscii) printing.isAscii = false;
      return `{${text}}`;
    },
  };
}
