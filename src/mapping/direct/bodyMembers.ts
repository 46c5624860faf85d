import type { Field } from '../../contract/field';
import type { Json } from '../../contract/json';
import { misfit } from '../codecs/codec';
import { writeJson } from '../translate/exactJson';
import type { BodyRule } from '../translate/translationRule';
import { canonicalValue } from '../translate/validateBody';
import { ABSENT, IS_NULL } from './found';
import { CLOSE_OBJECT, COMMA, type JsonSource, OPEN_OBJECT, QUOTE } from './jsonSource';
import { compileCopy } from './copiedValues';
import { sharedText as out } from './textBuffer';

const SPACE = 32;
/** Stands for the place of a value that had to be made. */
const MADE = -3;

const NULL = Buffer.from('null');
const EMPTY = Buffer.from('""');
const END = Buffer.from('}');

/** The values of one body by their slots: where they stand, or what was made of them. */
export class Places {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly made: string[] = [];
  habits = 0;

  constructor(slots: number) {
    this.starts = new Int32Array(slots);
    this.ends = new Int32Array(slots);
  }

  begin(): void {
    this.starts.fill(ABSENT);
    this.made.length = this.habits = 0;
  }
}

/** Goes over one value and notes what v2 gets; false where only the plain reading says what it is. */
export type Read = (source: JsonSource, places: Places) => boolean;

/** A member of an object of v1, and that of v2 which is made of it. */
export interface BodyMember {
  readonly slot: number;
  /** The name and the colon behind it: of v1, and of v2 as the first member and as a further one. */
  readonly key: Uint8Array;
  readonly first: Uint8Array;
  readonly next: Uint8Array;
  readonly isNeeded: boolean;
  readonly read: Read;
  /** Of an object. */
  readonly members?: readonly BodyMember[];
}

/** The rule of a value. */
type ValueRule = BodyRule & { readonly kind: 'value' };

/** The text that v2 gets for a value; undefined where it has a fault. */
function make(rule: ValueRule, field: Field, value: Json | undefined): string | undefined {
  const checked = value === undefined ? undefined : canonicalValue(field, value);
  const converted = checked === undefined ? undefined : rule.codec.write(checked);
  return converted === undefined || converted === misfit ? undefined : writeJson(converted);
}

/** Compiles going over a value, which shows a habit where it is a text. */
export function readValue(rule: ValueRule, field: Field, slot: number, habit: number): Read {
  const copy = compileCopy(field, rule.codec);
  return (source, places) => {
    const { at, values, depth } = source;
    if (habit !== 0 && source.isAt(QUOTE)) places.habits |= habit;
    if (copy?.(source) === true) {
      const quotes = source.isAt(QUOTE, at) && field.kind === 'integer' ? 1 : 0;
      places.starts[slot] = at + quotes;
      places.ends[slot] = source.at - quotes;
      return true;
    }
    source.back({ at, values, depth });
    const made = source.skipValue() ? make(rule, field, source.value(at, source.at)) : undefined;
    if (made === undefined) return false;
    places.starts[slot] = MADE;
    places.made[slot] = made;
    return true;
  };
}

/** Compiles going over a null, or over an empty text in its place; it counts as not sent where the rule says so. */
export function orNull(read: Read, { onNull }: BodyRule, field: Field, slot: number): Read {
  const isText = field.kind === 'text';
  return (source, places) => {
    const isNull = source.skipNull() || (isText && source.skipWord(EMPTY));
    if (!isNull) return read(source, places);
    if (onNull !== 'omit') places.starts[slot] = IS_NULL;
    return true;
  };
}

function readMember(members: readonly BodyMember[], source: JsonSource, places: Places): boolean {
  source.skip(SPACE);
  if (!source.counts()) return false;
  for (const { key, slot, read } of members) {
    if (!source.skipWord(key)) continue;
    source.skip(SPACE);
    return places.starts[slot] === ABSENT && read(source, places);
  }
  return false;
}

/** Compiles going over an object. */
export const readObject =
  (members: readonly BodyMember[], slot: number): Read =>
  (source, places) => {
    places.starts[slot] = source.at;
    if (!source.skip(OPEN_OBJECT)) return false;
    do if (!readMember(members, source, places)) return false;
    while (source.skip(COMMA));
    for (const one of members) if (one.isNeeded && places.starts[one.slot] === ABSENT) return false;
    return source.skip(CLOSE_OBJECT);
  };

function writeMember({ slot, members }: BodyMember, source: JsonSource, places: Places): boolean {
  const start = places.starts[slot] ?? ABSENT;
  if (start === MADE) out.add(places.made[slot] ?? '');
  else if (start === IS_NULL) out.put(NULL);
  else if (members !== undefined) return writeMembers(members, source, places);
  else out.copy(source.bytes, start, places.ends[slot] ?? start);
  return true;
}

/** Writes the members that were found; false without one. */
export function writeMembers(members: readonly BodyMember[], source: JsonSource, places: Places): boolean {
  let isFirst = true;
  for (const member of members) {
    if (places.starts[member.slot] === ABSENT) continue;
    out.put(isFirst ? member.first : member.next);
    isFirst = false;
    if (!writeMember(member, source, places)) return false;
  }
  out.put(END);
  return !isFirst;
}
