import { CLOSE_OBJECT, COMMA, type JsonSource, OPEN_OBJECT } from './jsonSource';
import type { TextBuffer } from './textBuffer';

const ZERO = 48;
const NINE = 57;
/** Characters behind a name: its quote and the colon. */
const NAME_END = 2;
const OPEN = Buffer.from('{');
const NEXT = Buffer.from(',');
const CLOSE = Buffer.from('}');

interface Member {
  /** Place of the name, of the value, and behind it. */
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/** True for a name that JavaScript may move to another place: it puts those of digits first (ECMA-262 10.1.11.1). */
const isMoved = (first: number): boolean => first >= ZERO && first <= NINE;

/** The members of a free-form object, of which no values are made. */
export class FreeMembers {
  private readonly members = new Map<string, Member>();
  /** True if JSON.parse and JSON.stringify would write the members as they stand. */
  isCanonical = true;

  /** Finds the members of an object that was gone over before; undefined for a list, and for a name that is there twice. */
  static at(source: JsonSource, start: number): FreeMembers | undefined {
    const { at, values, depth } = source;
    source.back({ at: start, values, depth });
    const object = FreeMembers.next(source);
    source.back({ at, values, depth });
    return object;
  }

  /** Goes over an object; undefined for a list, and for a name that is there twice. */
  static next(source: JsonSource): FreeMembers | undefined {
    const object = new FreeMembers();
    // Names that are not ASCII would have to be decoded.
    return source.isAscii && source.skip(OPEN_OBJECT) && object.read(source) ? object : undefined;
  }

  private read(source: JsonSource): boolean {
    if (source.skip(CLOSE_OBJECT)) return true;
    do {
      const start = source.at;
      if (!source.skipName()) return false;
      const value = source.at;
      const name = source.text.slice(start + 1, value - NAME_END);
      if (this.members.has(name)) return false;
      this.isCanonical &&= !isMoved(name.charCodeAt(0)) && source.isCanonical();
      if (!source.skipValue()) return false;
      this.members.set(name, { start, value, end: source.at });
    } while (source.skip(COMMA));
    return source.skip(CLOSE_OBJECT);
  }

  get size(): number {
    return this.members.size;
  }

  /** Place of a member; undefined where there is none. */
  member(name: string): Member | undefined {
    return this.members.get(name);
  }

  /** Adds the members as they stand, without the `omitted` ones; false, with nothing added, where they may be written otherwise. */
  copy(source: JsonSource, omitted: ReadonlySet<string>, out: TextBuffer): boolean {
    if (!this.isCanonical) return false;
    let before = OPEN;
    // Members that follow each other are copied at once, with the commas between them.
    let [from, to] = [0, 0];
    const copyRun = (): void => {
      if (from === to) return;
      out.put(before);
      out.copy(source.bytes, from, to);
      before = NEXT;
    };
    for (const [name, { start, end }] of this.members) {
      if (omitted.has(name)) {
        copyRun();
        from = to = end;
      } else {
        if (from === to) from = start;
        to = end;
      }
    }
    copyRun();
    if (before === OPEN) out.put(OPEN);
    out.put(CLOSE);
    return true;
  }
}
