import type { Field } from '../../contract/field';
import { type CountedForms, type Form, type FormPlace, plainForm } from '../../contract/valueForms';
import { FreeMembers } from './freeMembers';
import type { JsonSource } from './jsonSource';

/** Stands for the place of a value that is not there. */
export const ABSENT = -1;
/** Stands for the place of a null. */
export const IS_NULL = -2;

/** The places of one resource's values in a source, by their slots, and the forms of all that were read so far. */
export class Found implements CountedForms {
  /** Of a null there is the end only. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly counts: Int32Array;
  readonly unknown: { path: string; name: string; form: Form; start: number; end: number }[] = [];

  /** Of the latest free-form object at each slot, in one source, with the places of the objects. */
  private readonly members: (FreeMembers | undefined)[] = [];
  private readonly membersAt: Int32Array;
  private membersIn: JsonSource | undefined;

  constructor(
    slots: number,
    readonly places: readonly FormPlace[],
  ) {
    this.starts = new Int32Array(slots);
    this.ends = new Int32Array(slots);
    this.membersAt = new Int32Array(slots);
    this.counts = new Int32Array(places.length);
  }

  /** Forgets the forms of other answers. */
  begin(): void {
    this.counts.fill(0);
    this.unknown.length = 0;
  }

  /** Lets go of an answer that was read: nobody knows when the next comes. */
  release(): void {
    this.members.length = 0;
    this.membersIn = undefined;
  }

  /** Counts a form or a word, by its index in `places`; true, so that it can end a condition. */
  count(place: number): boolean {
    this.counts[place] = (this.counts[place] ?? 0) + 1;
    return true;
  }

  /** Notes where the value of a slot stands. */
  note(slot: number, start: number, end: number): void {
    this.starts[slot] = start;
    this.ends[slot] = end;
  }

  /** Goes over a free-form object, and keeps its members for the rules that read them. */
  skipFreeObject(slot: number, source: JsonSource): boolean {
    const { at, values, depth } = source;
    const members = FreeMembers.next(source);
    if (members === undefined) {
      source.back({ at, values, depth });
      return source.skipValue();
    }
    this.keep(slot, source, at, members);
    return true;
  }

  private keep(slot: number, source: JsonSource, at: number, members: FreeMembers | undefined) {
    if (this.membersIn !== source) this.membersAt.fill(ABSENT);
    this.membersIn = source;
    this.membersAt[slot] = at;
    return (this.members[slot] = members);
  }

  /** The members of the free-form object at a slot, which are found once for all rules that read them. */
  freeMembers(slot: number, source: JsonSource): FreeMembers | undefined {
    const start = this.starts[slot] ?? ABSENT;
    if (start < 0) return undefined;
    const isKept = this.membersIn === source && this.membersAt[slot] === start;
    return isKept ? this.members[slot] : this.keep(slot, source, start, FreeMembers.at(source, start));
  }

  /** Goes over the value of a member that the contract does not have. */
  addUnknown(source: JsonSource, path: string, name: string): boolean {
    const start = source.at;
    if (!source.skipValue()) return false;
    const form = plainForm(source.value(start, source.at) ?? null);
    this.unknown.push({ path, name, form, start, end: source.at });
    return true;
  }
}

/** Goes over one value and notes where it stands and which form it has; false where that is not plain. */
export type Scan = (source: JsonSource, found: Found) => boolean;

/** The slots of a field: its own, and up to `end` those of its members. */
export interface Slot {
  readonly field: Field;
  readonly slot: number;
  readonly end: number;
  readonly scan: Scan;
  /** Index of the form that is usual, and of absence where that is promised. */
  readonly usualForm: number;
  readonly absent: number | undefined;
}
