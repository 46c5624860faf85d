import { ExactNumber, isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import { unmarkCursor } from '../../mapping/compile/query/cursorMark';
import { decimalOf, jsonType } from './values';
import type { DifferenceKind } from './difference';
import { alignLists, type AlignmentWish } from './alignLists';
import type { ValuePlace } from './pathTemplates';

/** Recognizes empty values: null, "", [], {}. */
const isEmptyValue = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof ExactNumber) && Object.keys(value).length === 0);

const isSame = (v1: Json, v2: Json | undefined): boolean =>
  v1 === v2 || (v1 instanceof ExactNumber && v2 instanceof ExactNumber && v1.text === v2.text);

/** Returns the kind of difference of two values, not both objects or arrays. Returns undefined if they are equal. */
export function kindOf(v1: Json, v2: Json): DifferenceKind | undefined {
  if (isSame(v1, v2)) return undefined;
  if (isEmptyValue(v1) && isEmptyValue(v2)) return 'empty';
  if (jsonType(v1) !== jsonType(v2)) return 'type';
  const decimal = decimalOf(v1);
  return decimal !== undefined && decimal === decimalOf(v2) ? 'precision' : 'value';
}

/** A difference of two bodies, before it is rated. */
export interface BodyDifference {
  readonly place: ValuePlace;
  readonly kind: DifferenceKind;
  readonly v1?: Json;
  readonly v2?: Json;
}

/** Returns the agreed way to pair the elements of the array at a path. */
type Wish = (path: string) => AlignmentWish;
type Differences = Generator<BodyDifference, void, undefined>;

const kindOfSingle = (value: Json, kind: 'missing' | 'extra'): DifferenceKind =>
  value === null ? 'null_vs_absent' : kind;

function* compareMembers(v1: JsonObject, v2: JsonObject, parent: ValuePlace, wish: Wish): Differences {
  const placeOf = (step: string): ValuePlace => ({ parent, step, path: parent.path.member(step, [v1, v2]) });
  for (const [name, member1 = null] of Object.entries(v1)) {
    const member2 = ownMember(v2, name);
    if (member2 === undefined)
      yield { place: placeOf(name), kind: kindOfSingle(member1, 'missing'), v1: member1 };
    else if (!isSame(member1, member2)) yield* compareValues(member1, member2, placeOf(name), wish);
  }
  for (const [name, member2 = null] of Object.entries(v2))
    if (!Object.hasOwn(v1, name))
      yield { place: placeOf(name), kind: kindOfSingle(member2, 'extra'), v2: member2 };
}

const elementAt = (list: readonly Json[], index: number): Json => list[index] ?? null;

function* compareElements(v1: Json[], v2: Json[], parent: ValuePlace, wish: Wish): Differences {
  if (v1.length === v2.length && v1.every((element, index) => isSame(element, v2[index]))) return;
  const { byPosition, pairs, onlyV1, onlyV2, reordered } = alignLists([v1, v2], wish(parent.path.text));
  const placeAt = (step: number): ValuePlace => ({ parent, step, path: parent.path.element() });
  if (reordered) yield { place: parent, kind: 'order', v1, v2 };
  if (byPosition && v1.length !== v2.length)
    yield { place: parent, kind: 'length', v1: v1.length, v2: v2.length };
  for (const index of onlyV1) yield { place: placeAt(index), kind: 'missing', v1: elementAt(v1, index) };
  for (const index of onlyV2) yield { place: placeAt(index), kind: 'extra', v2: elementAt(v2, index) };
  for (const [index, partner] of pairs) {
    const [element1, element2] = [elementAt(v1, index), elementAt(v2, partner)];
    if (!isSame(element1, element2)) yield* compareValues(element1, element2, placeAt(index), wish);
  }
}

/** Place of the cursor of the next page in a list. */
const NEXT_PAGE = 'meta.next';

/** Recognizes the cursors of the next page: each API has its own, and both say that one follows. */
const areCursors = (v1: Json, v2: Json): boolean =>
  v1 !== null && v1 !== '' && typeof v2 === 'string' && unmarkCursor(v2) !== undefined;

/** Yields the differences of two values. An element stands at its position in v1, or in v2 if v1 does not have it. */
export function* compareValues(v1: Json, v2: Json, valuePlace: ValuePlace, wish: Wish): Differences {
  if (isJsonObject(v1) && isJsonObject(v2)) yield* compareMembers(v1, v2, valuePlace, wish);
  else if (Array.isArray(v1) && Array.isArray(v2)) yield* compareElements(v1, v2, valuePlace, wish);
  else {
    const kind = kindOf(v1, v2);
    const isEqual = kind === undefined || (valuePlace.path.text === NEXT_PAGE && areCursors(v1, v2));
    if (!isEqual) yield { place: valuePlace, kind, v1, v2 };
  }
}
