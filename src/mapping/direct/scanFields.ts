import { type Field, joinPath } from '../../contract/field';
import { LATEST_SECOND } from '../../contract/kinds';
import { type Form, formOf, type FormPlace, promisedForms } from '../../contract/valueForms';
import { ABSENT, Found, IS_NULL, type Scan, type Slot } from './found';
import { CLOSE_OBJECT, COMMA, FALSE, type JsonSource, OPEN_LIST, OPEN_OBJECT, TRUE } from './jsonSource';
import { scanAlike } from './template';

/** A compiled reading of a contract. */
export interface FieldScan {
  readonly scan: Scan;
  /** By path: of the contract's fields, the resource itself being the empty one. */
  readonly slots: ReadonlyMap<string, Slot>;
  readonly found: Found;
}

/** Counts a form that the contract promises for a field; false for any other. */
type CountForm = (found: Found, form: Form) => boolean;

/** The numbers that are given while a contract is compiled: slots of values, places of forms and words. */
class Plan {
  readonly slots = new Map<string, Slot>();
  readonly places: FormPlace[] = [];
  slotCount = 0;
  /** True if a name could be taken for a path. */
  isAmbiguous = false;
  private readonly formsAt = new Map<string, Map<Form, number>>();

  /** The places in which the forms that the contract promises for a field are counted. */
  forms(field: Field, path: string): ReadonlyMap<Form, number> {
    const known = this.formsAt.get(path);
    if (known !== undefined) return known;
    const forms = new Map(
      [...promisedForms(field)].map((form) => [form, this.places.push({ path, form }) - 1]),
    );
    this.formsAt.set(path, forms);
    return forms;
  }

  words(path: string, words: readonly string[]): ReadonlyMap<string, number> {
    return new Map(words.map((word) => [word, this.places.push({ path, word }) - 1]));
  }
}

function scanWords(known: readonly string[], path: string, plan: Plan): Scan {
  const places = plan.words(path, known);
  return (source, found) => {
    const start = source.at + 1;
    const place = source.skipText() ? places.get(source.text.slice(start, source.at - 1)) : undefined;
    return place !== undefined && found.count(place);
  };
}

/** Goes over values of kinds of which there is no more to know. */
const scalars: Readonly<Partial<Record<Field['kind'], Scan>>> = {
  text: (source) => source.skipText(),
  integer: (source) => source.skipDigits(),
  timestamp: (source) => {
    const start = source.at;
    return source.skipDigits() && source.integer(start, source.at) <= LATEST_SECOND;
  },
  boolean: (source) => source.skipWord(TRUE) || source.skipWord(FALSE),
};

/** Goes over values of which JSON itself tells the form. */
function scanPlain(field: Field, path: string, plan: Plan): Scan | undefined {
  if (field.kind === 'object') return scanObject(field, path, plan);
  if (field.kind === 'list') {
    const element = scanField(field.element, `${path}[]`, plan);
    return (source, found) => source.skipAll(OPEN_LIST, element, found);
  }
  const known = field.kind === 'text' && !field.secret ? field.known : undefined;
  return known === undefined ? scalars[field.kind] : scanWords(known, path, plan);
}

const digits = /^\d{1,15}$/;

/** The members of a free-form object are kept for the rules where the one before was so long (characters). */
const LONG = 256;

function scanFree(field: Field & { kind: 'freeObject' }, slot: number, count: CountForm): Scan {
  const other = scanOther(field, count);
  let length = 0;
  return (source, found) => {
    const start = source.at;
    if (source.text.charCodeAt(start) !== OPEN_OBJECT) return other(source, found);
    if (!(length > LONG ? found.skipFreeObject(slot, source) : source.skipValue())) return false;
    length = source.at - start;
    return count(found, 'object');
  };
}

/** Goes over a value whose form its characters do not tell at once. */
function scanOther(field: Field, count: CountForm): Scan {
  const formOfValue = formOf(field);
  const decimals = field.kind === 'money' && field.decimals > 0 ? `(?:\\.\\d{1,${field.decimals}})?` : '';
  const amount = field.kind === 'money' ? new RegExp(`^"\\d{1,12}${decimals}"$`) : undefined;
  return (source, found) => {
    const start = source.at;
    if (!source.skipValue()) return false;
    const written = source.text.slice(start, source.at);
    if (amount?.test(written) === true) return count(found, 'decimal text');
    if (digits.test(written)) return count(found, 'integer');
    const value = source.value(start, source.at);
    return value !== undefined && value !== null && count(found, formOfValue(value));
  };
}

function scanField(field: Field, path: string, plan: Plan): Scan {
  const slot = plan.slotCount;
  plan.slotCount += 1;
  const places = plan.forms(field, path);
  const count: CountForm = (found, form) => {
    const place = places.get(form);
    return place !== undefined && found.count(place);
  };
  const plain = scanPlain(field, path, plan);
  const end = plan.slotCount;
  const [usualForm = -1] = places.values();
  const whenNull = places.get('null');
  const other = field.kind === 'freeObject' ? scanFree(field, slot, count) : scanOther(field, count);
  const scan: Scan = plain ?? other;
  const whole: Scan = (source, found) => {
    const start = source.at;
    if (source.skipNull()) {
      found.starts.fill(IS_NULL, slot, end);
      found.ends[slot] = source.at;
      // A null under one of two names gives way to the other.
      return whenNull !== undefined && field.alsoNamed === undefined && found.count(whenNull);
    }
    if (!scan(source, found)) return false;
    found.note(slot, start, source.at);
    return plain === undefined || found.count(usualForm);
  };
  plan.slots.set(path, { field, slot, end, scan: whole, usualForm, absent: places.get('absent') });
  return whole;
}

/** A name under which a member of an object comes. */
interface Key {
  readonly text: Uint8Array;
  readonly slot: number;
  readonly scan: Scan;
}

/** Members of one object that the contract does not have: each is compared with those before. */
const MOST_UNKNOWN = 32;

/** Goes over a member that the contract does not have. */
function scanUnknown(source: JsonSource, found: Found, path: string, firstOfObject: number): boolean {
  const start = source.at + 1;
  if (!source.isAscii || !source.skipName()) return false;
  const name = source.copied(start, source.at - 2);
  for (let at = firstOfObject; at < found.unknown.length; at += 1) {
    const one = found.unknown[at];
    if (one?.name === name && one.path === path) return false;
  }
  const isFew = found.unknown.length - firstOfObject < MOST_UNKNOWN;
  return isFew && found.addUnknown(source, path, name);
}

/** Goes over the members of an object, each of which is there once at most. */
function scanMembers(keys: readonly Key[], path: string): (source: JsonSource, found: Found) => boolean {
  // A service writes its members in one order: what was the third last time is looked for first as the third.
  const order: (Key | undefined)[] = [...keys];
  const keyAt = (source: JsonSource, position: number): Key | undefined => {
    const guess = order[position];
    if (guess !== undefined && source.skipWord(guess.text)) return guess;
    const key = keys.find(({ text }) => source.skipWord(text));
    if (key !== undefined) order[position] = key;
    return key;
  };
  return (source, found) => {
    if (source.skip(CLOSE_OBJECT)) return true;
    const firstOfObject = found.unknown.length;
    let position = 0;
    do {
      if (!source.counts()) return false;
      const key = keyAt(source, position);
      if (key === undefined) {
        if (!scanUnknown(source, found, path, firstOfObject)) return false;
      } else if (found.starts[key.slot] !== ABSENT || !key.scan(source, found)) return false;
      position += 1;
    } while (source.skip(COMMA));
    return source.skip(CLOSE_OBJECT);
  };
}

function scanObject({ members }: Field & { readonly kind: 'object' }, path: string, plan: Plan): Scan {
  const first = plan.slotCount;
  plan.isAmbiguous ||= [...members.keys()].some((name) => /[.[]/.test(name));
  const all = [...members].map(([name, member]) => {
    const at = joinPath(path, name);
    const absent = plan.forms(member, at).get('absent');
    return {
      names: [name, member.alsoNamed ?? name],
      absent,
      slot: plan.slotCount,
      scan: scanField(member, at, plan),
    };
  });
  const end = plan.slotCount;
  const keys = all.flatMap(({ names, slot, scan }) =>
    [...new Set(names)].map((name) => ({ text: Buffer.from(`${JSON.stringify(name)}:`), slot, scan })),
  );
  // The first name of each, so that a position is guessed by the contract's order at first.
  const ordered = [
    ...keys.filter((key, index) => keys[index - 1]?.slot !== key.slot),
    ...keys.filter((key, index) => keys[index - 1]?.slot === key.slot),
  ];
  const scan = scanMembers(ordered, path);
  return (source, found) => {
    if (!source.skip(OPEN_OBJECT)) return false;
    found.starts.fill(ABSENT, first, end);
    if (!scan(source, found)) return false;
    for (const { slot, absent } of all) {
      if (found.starts[slot] === ABSENT && (absent === undefined || !found.count(absent))) return false;
    }
    return true;
  };
}

/** Compiles a contract into a reading of it in place; undefined if a name in it could be taken for a path. */
export function compileScan(field: Field): FieldScan | undefined {
  const plan = new Plan();
  const scan = scanField(field, '', plan);
  if (plan.isAmbiguous) return undefined;
  const found = new Found(plan.slotCount, plan.places);
  return { scan: scanAlike(scan, [...plan.slots.values()], found), slots: plan.slots, found };
}
