import { CLOSE_OBJECT, COMMA, type JsonSource, OPEN_OBJECT } from './jsonSource';
import { knownShapes, type Names, remember } from './rememberedNames';
import type { TextBuffer } from './textBuffer';

const ZERO = 48;
const NINE = 57;
/** Characters behind a name: its quote and the colon. */
const NAME_END = 2;
const OPEN = Buffer.from('{');
const NEXT = Buffer.from(',');
const CLOSE = Buffer.from('}');

interface Member {
  /** Place of the value, and behind it. */
  readonly value: number;
  readonly end: number;
}

/** True for a name that JavaScript may move to another place: it puts those of digits first (ECMA-262 10.1.11.1). */
const isMoved = (name: string): boolean => name.charCodeAt(0) >= ZERO && name.charCodeAt(0) <= NINE;

/** The shapes of larger objects (bytes) are not remembered. */
const MOST_BYTES = 64 * 1024;

/** The members of a free-form object, of which no values are made. */
export class FreeMembers {
  private names: Names = knownShapes()[0];
  /** True once a name was found that no known shape has behind those before it. */
  private isNew = false;
  /** Of each member the places of its name, of its value, and behind it. */
  private readonly places: number[] = [];
  /** True if JSON.parse and JSON.stringify would write the members as they stand. */
  isCanonical = true;

  /** Finds the members of an object that was gone over before; undefined for a list, and for a name that is there twice. */
  static at(source: JsonSource, start: number): FreeMembers | undefined {
    const { at, values, depth } = source;
    source.back({ at: start, values: 0, depth });
    const object = FreeMembers.next(source);
    source.back({ at, values, depth });
    return object;
  }

  /** Goes over an object; undefined for a list, and for a name that is there twice. */
  static next(source: JsonSource): FreeMembers | undefined {
    const object = new FreeMembers();
    const start = source.at;
    // Names that are not ASCII would have to be decoded.
    if (!source.isAscii || !source.skip(OPEN_OBJECT) || !object.read(source)) return undefined;
    if (source.at - start <= MOST_BYTES) remember(object.names);
    return object;
  }

  private read(source: JsonSource): boolean {
    if (!source.skip(CLOSE_OBJECT)) {
      source.depth += 1;
      do if (!this.readMember(source)) return false;
      while (source.skip(COMMA));
      if (!source.skip(CLOSE_OBJECT)) return false;
      source.depth -= 1;
    }
    if (this.size < this.names.all.length) this.names = this.shortened();
    return true;
  }

  private readMember(source: JsonSource): boolean {
    const { at: start } = source;
    const index = this.size;
    if (!source.counts() || !this.skipName(source, index)) return false;
    const { at: value } = source;
    this.isCanonical &&= !isMoved(this.names.all[index] ?? '') && source.skipCanonical();
    if (!this.isCanonical) {
      source.at = value;
      if (!source.skipValue()) return false;
    }
    this.places.push(start, value, source.at);
    return true;
  }

  private skipName(source: JsonSource, index: number): boolean {
    if (this.names.skip(source, index) || this.becomeAlike(source, index)) return true;
    const { at } = source;
    if (!source.skipName()) return false;
    if (!this.isNew) this.names = this.names.first(index);
    this.isNew = true;
    return this.names.add(source.copied(at + 1, source.at - NAME_END), source.part(at, source.at));
  }

  /** Goes over a name that another shape has here, whose names before are these. */
  private becomeAlike(source: JsonSource, index: number): boolean {
    const { at } = source;
    for (const shape of this.isNew ? [] : knownShapes()) {
      if (shape.skip(source, index) && shape.beginsLike(this.names, index)) {
        this.names = shape;
        return true;
      }
      source.at = at;
    }
    return false;
  }

  /** The names without those that others of the shape have behind them. */
  private shortened(): Names {
    const { names, size } = this;
    const known = knownShapes().find((shape) => shape.all.length === size && shape.beginsLike(names, size));
    return known ?? names.first(size);
  }

  get size(): number {
    return this.places.length / 3;
  }

  private place(of: number): number {
    return this.places[of] ?? 0;
  }

  /** Place of a member; undefined where there is none. */
  member(name: string): Member | undefined {
    const index = this.names.indexOf(name);
    return index === undefined
      ? undefined
      : { value: this.place(3 * index + 1), end: this.place(3 * index + 2) };
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
    const areOmitted = this.names.areOmitted(omitted);
    for (let index = 0; index < this.size; index += 1) {
      const end = this.place(3 * index + 2);
      if (areOmitted[index] === true) {
        copyRun();
        from = to = end;
      } else {
        if (from === to) from = this.place(3 * index);
        to = end;
      }
    }
    copyRun();
    if (before === OPEN) out.put(OPEN);
    out.put(CLOSE);
    return true;
  }
}
