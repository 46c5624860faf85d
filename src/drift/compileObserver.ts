import type { Field } from '../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import { compileForms } from './compileForms';
import { compileWords } from './compileWords';
import type { Desk } from './desk';
import { plainForm } from './formOf';

/** Writes down the shape of one value; undefined for one that is absent. */
export type Observe = (value: Json | undefined) => void;

/** New members of one object that are named. */
const MAXIMUM = 8;

function compileObject(
  field: Field & { readonly kind: 'object' },
  path: string,
  desk: Desk,
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
  const told = book.namesAt(path, secret ? 0 : MAXIMUM);
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
function compileInside(field: Field, path: string, desk: Desk): ((value: Json) => void) | undefined {
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
export function compileObserver(field: Field, path: string, desk: Desk): Observe {
  const forms = compileForms(field, path, desk);
  const inside = compileInside(field, path, desk);
  if (inside === undefined) return forms;
  return (value) => {
    forms(value);
    if (value !== undefined) inside(value);
  };
}
