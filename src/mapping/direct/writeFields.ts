import type { Field } from '../../contract/field';
import { isJsonObject, type Json } from '../../contract/json';
import {
  compileMade,
  compileWithout,
  follow,
  Mismatch,
  type ObjectRule,
  type ValueRule,
} from '../translate/madeValue';
import { writeJson } from '../translate/exactJson';
import type { AttributeRule, PathStep } from '../translate/translationRule';
import type { JsonSource } from './jsonSource';
import { ABSENT, type Found, type Slot } from './found';
import type { FieldScan } from './scanFields';
import type { TextBuffer } from './textBuffer';

/** Writes one value of v1; `left` where v1 has none, `refused` where what v2 sent does not fit. */
type Write = (source: JsonSource, found: Found, out: TextBuffer) => 'written' | 'left' | 'refused';

type Make = ReturnType<typeof compileMade>;

/** Reads a value from its place. */
type Value = (source: JsonSource, found: Found) => Json | undefined;

const isDigits = ({ kind }: Field): boolean => kind === 'timestamp' || kind === 'integer';

function valueAt(slot: number, field: Field): Value {
  return (source, found) => {
    const start = found.starts[slot] ?? ABSENT;
    if (start < 0) return start === ABSENT ? undefined : null;
    const end = found.ends[slot] ?? start;
    if (field.kind === 'text') return source.string(start, end);
    return isDigits(field) ? source.integer(start, end) : source.value(start, end);
  };
}

/** The longest beginning of a path that has a slot, and the steps behind it. */
interface Way {
  readonly at: Slot;
  readonly rest: readonly PathStep[];
}

function slotTo(path: readonly PathStep[], { slots }: FieldScan): Way | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const names = path.slice(0, length).map(({ name }) => name);
    const at = slots.get(names.join('.'));
    if (at !== undefined) return { at, rest: path.slice(length) };
  }
  return undefined;
}

/** Compiles the reading of a value at a path of the contract, or inside a free-form object of it. */
export function compileValueAt(path: readonly PathStep[], plan: FieldScan): Value | undefined {
  const way = slotTo(path, plan);
  return way && compileValueOn(way);
}

function compileValueOn({ at, rest }: Way): Value {
  const outer = valueAt(at.slot, at.field);
  const [step, ...others] = rest;
  if (step === undefined) return outer;
  const inner = follow(rest);
  const onward = follow(others);
  return (source, places) => {
    const object = step.alsoNamed === undefined ? places.freeMembers(at.slot, source) : undefined;
    if (object !== undefined) {
      const member = object.member(step.name);
      const made = member && source.value(member.value, member.end);
      if (others.length === 0) return made;
      return isJsonObject(made) ? onward(made) : made === null ? null : undefined;
    }
    const value = outer(source, places);
    return isJsonObject(value) ? inner(value) : value === null ? null : undefined;
  };
}

/** True if v1 writes each value of a field that was gone over as v2 does. */
const isWrittenAlike = (field: Field): boolean =>
  ['text', 'boolean', 'integer', 'timestamp'].includes(field.kind) ||
  (field.kind === 'list' && !field.element.nullable && isWrittenAlike(field.element));

function writeMade(made: Json | undefined | Mismatch, out: TextBuffer): ReturnType<Write> {
  if (made === undefined) return 'left';
  if (made instanceof Mismatch) return 'refused';
  out.add(writeJson(made));
  return 'written';
}

/** Characters of a value that is remembered with what was made of it. */
const REMEMBERED = 256;

/** Writes what a rule makes of a short value, and remembers both: the next resource often has the same. */
function rememberOne(make: Make, value: Value, slot: number): Write {
  let [before, made] = ['', ''];
  return (source, found, out) => {
    const [start = 0, end = start] = [found.starts[slot], found.ends[slot]];
    const written = source.text.slice(start, end);
    if (written !== before) {
      const read = make(value(source, found));
      if (read === undefined || read instanceof Mismatch) return writeMade(read, out);
      made = writeJson(read);
      before = source.copied(start, end);
    }
    out.add(made);
    return 'written';
  };
}

/** Writes what a rule makes of a value that v1 does not write as v2 does. */
function convertFrom(rule: ValueRule, way: Way): Write {
  const { at, rest } = way;
  const value = compileValueOn(way);
  const make = compileMade(rule, '');
  const convert: Write = (source, found, out) => writeMade(make(value(source, found)), out);
  const { slot } = at;
  const short = rememberOne(make, value, slot);
  const { omits } = at.field.kind === 'freeObject' && rest.length === 0 ? rule.codec : {};
  const omitted = omits && new Set(omits);
  const long: Write = (source, found, out) => {
    const isCopied = omitted && found.freeMembers(slot, source)?.copy(source, omitted, out);
    return isCopied === true ? 'written' : convert(source, found, out);
  };
  return (source, found, out) => {
    const [start = ABSENT, end = start] = [found.starts[slot], found.ends[slot]];
    if (start < 0) return convert(source, found, out);
    return (end - start > REMEMBERED || !source.isAscii ? long : short)(source, found, out);
  };
}

function compileValue(rule: ValueRule, path: readonly PathStep[], plan: FieldScan): Write | undefined {
  const steps = [...path, ...rule.source];
  const way = slotTo(steps, plan);
  if (way === undefined) return undefined;
  const { at, rest } = way;
  const convert = convertFrom(rule, way);
  const { codec } = rule;
  const isRead = !codec.exact || codec.takesOnly !== undefined || rest.length > 0;
  if (isRead || !isWrittenAlike(at.field)) return convert;
  const { slot } = at;
  return (source, found, out) => {
    const [start = ABSENT, end = start] = [found.starts[slot], found.ends[slot]];
    if (start < 0 || !source.isUnescaped(start, end)) return convert(source, found, out);
    out.copy(source.bytes, start, end);
    return 'written';
  };
}

function compileObject(rule: ObjectRule, path: readonly PathStep[], plan: FieldScan): Write | undefined {
  const steps = [...path, ...rule.source];
  const at = plan.slots.get(steps.map(({ name }) => name).join('.'));
  const members = compileWrites(rule.members, steps, plan);
  if (at?.field.kind !== 'object' || members === undefined) return undefined;
  const { slot } = at;
  const without = compileWithout(rule, '');
  return (source, found, out) => {
    const start = found.starts[slot] ?? ABSENT;
    if (start >= 0) return members(source, found, out, NONE) ? 'written' : 'refused';
    return writeMade(without(start === ABSENT ? undefined : null), out);
  };
}

function compileRule(rule: AttributeRule, path: readonly PathStep[], plan: FieldScan): Write | undefined {
  if (rule.kind === 'value') return compileValue(rule, path, plan);
  if (rule.kind === 'object') return compileObject(rule, path, plan);
  const text = writeJson(rule.value);
  return (_source, _found, out) => {
    out.add(text);
    return 'written';
  };
}

const NONE: readonly string[] = [];
const NULL = Buffer.from('null');
const EMPTY = Buffer.from('{}');
const END = Buffer.from('}');

/** Writes an object of v1; false where what v2 sent does not fit. */
type WriteObject = (source: JsonSource, found: Found, out: TextBuffer, hidden: readonly string[]) => boolean;

/**
 * Compiles the rules of an object into writing it; undefined where one of them reads what the contract does not
 * describe, or has a name beyond ASCII, or one that an object of JavaScript puts elsewhere. `path` leads to the object that they read; `hidden` attributes are null.
 */
export function compileWrites(
  rules: readonly AttributeRule[],
  path: readonly PathStep[],
  plan: FieldScan,
): WriteObject | undefined {
  const writes = rules.map((rule) => compileRule(rule, path, plan));
  const members = rules.flatMap(({ name }, index) => {
    const write = writes[index];
    const key = `${writeJson(name)}:`;
    return write === undefined
      ? []
      : [{ name, first: Buffer.from(`{${key}`), next: Buffer.from(`,${key}`), write }];
  });
  const isOrdinary = members.every(
    ({ name, first }) => first.length === `{${writeJson(name)}:`.length && !/^\d|^__proto__$/.test(name),
  );
  if (members.length < rules.length || !isOrdinary) return undefined;
  return (source, found, out, hidden) => {
    let isFirst = true;
    for (const { name, first, next, write } of members) {
      const before = out.length;
      out.put(isFirst ? first : next);
      const { length } = out;
      const outcome = write(source, found, out);
      if (outcome === 'refused') return false;
      if (hidden.length > 0 && hidden.includes(name)) {
        out.length = length;
        out.put(NULL);
        isFirst = false;
      } else if (outcome === 'left') out.length = before;
      else isFirst = false;
    }
    out.put(isFirst ? EMPTY : END);
    return true;
  };
}
