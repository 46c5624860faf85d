import type { Field } from '../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import { seenCountOf, seenCountsOf, type ShapeObserverParts } from './shapeRegistry';
import type { DriftFinding } from './driftReport';
import { type Form, formOf, plainForm, promisedForms } from './valueForms';

const kinds: Readonly<Partial<Record<Form, DriftFinding['kind']>>> = {
  absent: 'missing-field',
  null: 'unexpected-null',
  milliseconds: 'wrong-unit',
  'finer amount': 'finer-amount',
};

/** Counts the forms of a value; one that the contract does not promise is a finding. */
function compileForms(
  field: Field,
  path: string,
  { book, effectAt }: ShapeObserverParts,
): (value: Json | undefined) => void {
  const formOfValue = formOf(field);
  const promised = promisedForms(field);
  const expected = [...promised].join(' or ');
  const effect = effectAt(path);
  const seen = book.formsAt(path);
  const usual = seenCountsOf(seen, promised);
  return (value) => {
    const form = value === undefined ? 'absent' : value === null ? 'null' : formOfValue(value);
    const tally = usual.get(form);
    if (tally !== undefined) {
      tally.count += 1;
      return;
    }
    seenCountOf(seen, form).count += 1;
    book.note({ path, kind: kinds[form] ?? 'changed-type', found: form, expected, effect: effect(value) });
  };
}

/** New words of one enumeration that are told. */
const MAXIMUM_WORDS = 16;

/** Counts the words of an enumeration; one that the contract does not know is a finding. */
function compileWords(
  { known = [] }: Field & { readonly kind: 'text' },
  path: string,
  { book, effectAt }: ShapeObserverParts,
): (word: string) => void {
  const expected = known.join(' or ');
  const effect = effectAt(path);
  const seen = book.wordsAt(path);
  const usual = seenCountsOf(seen, known);
  const told = book.namesAt(path, MAXIMUM_WORDS);
  return (word) => {
    const tally = usual.get(word);
    if (tally !== undefined) {
      tally.count += 1;
      return;
    }
    const found = told(word);
    seenCountOf(seen, found).count += 1;
    book.note({ path, kind: 'unseen-value', found, expected, effect: effect(word) });
  };
}

/** Writes down the shape of one value; undefined for one that is absent. */
export type Observe = (value: Json | undefined) => void;

/** New members of one object that are named. */
const MAXIMUM_NAMES = 8;

function compileObject(
  field: Field & { readonly kind: 'object' },
  path: string,
  desk: ShapeObserverParts,
): (value: JsonObject) => void {
  const { book } = desk;
  const members = [...field.members].map(([name, member]) => ({
    name,
    alsoNamed: member.alsoNamed ?? name,
    observe: compileObserver(member, `${path}.${name}`, desk),
  }));
  const known = new Set(members.flatMap(({ name, alsoNamed }) => [name, alsoNamed]));
  // Where secrets stand, a new name may be one.
  const secret = [...field.members.values()].some((member) => member.secret);
  const told = book.namesAt(path, secret ? 0 : MAXIMUM_NAMES);
  return (value) => {
    for (const { name, alsoNamed, observe } of members) observe(value[name] ?? value[alsoNamed]);
    for (const name in value) {
      if (known.has(name)) continue;
      const found = plainForm(value[name] ?? null);
      book.note({ path: `${path}.${told(name)}`, kind: 'new-field', found, expected: '', effect: 'passed' });
    }
  };
}

/** What there is to see inside a value; undefined where the contract says nothing of it. */
function compileInside(
  field: Field,
  path: string,
  desk: ShapeObserverParts,
): ((value: Json) => void) | undefined {
  if (field.kind === 'object') {
    const inside = compileObject(field, path, desk);
    return (value) => {
      if (isJsonObject(value)) inside(value);
    };
  }
  if (field.kind === 'list') {
    const observe = compileObserver(field.element, `${path}[]`, desk);
    return (value) => {
      if (Array.isArray(value)) for (const element of value) observe(element);
    };
  }
  if (field.kind !== 'text' || field.known === undefined || field.secret) return undefined;
  const words = compileWords(field, path, desk);
  return (value) => {
    if (typeof value === 'string') words(value);
  };
}

/**
 * Compiles a contract field into an observer of the values that stand there. It goes where the contract goes: of a new
 * member it sees the form and not the inside, of a free-form object neither names nor values.
 */
export function compileObserver(field: Field, path: string, desk: ShapeObserverParts): Observe {
  const forms = compileForms(field, path, desk);
  const inside = compileInside(field, path, desk);
  if (inside === undefined) return forms;
  return (value) => {
    forms(value);
    if (value !== undefined) inside(value);
  };
}
