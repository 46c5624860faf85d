import type { Field } from '../contract/field';
import { isSecond } from '../contract/instantNotations';
import { elementsOf, isJsonObject, type Json, type JsonObject } from '../contract/json';
import { seenCountOf, seenCountsOf, type ShapeObserverParts, showableName } from './shapeRegistry';
import type { DriftFinding } from './driftReport';
import { type Form, formKind, formOf, formWithoutContract, promisedForms } from '../contract/valueForms';

const kinds: Readonly<Partial<Record<Form, DriftFinding['kind']>>> = {
  absent: 'missing-field',
  null: 'unexpected-null',
  seconds: 'wrong-unit',
  milliseconds: 'wrong-unit',
  'finer amount': 'finer-amount',
};

type Glance = (value: Json | undefined) => boolean;

/** Fast checks of the first promised form, which most values have. */
const glances: Readonly<Partial<Record<Field['kind'], Glance>>> = {
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  list: (value) => Array.isArray(value),
  object: isJsonObject,
  timestamp: isSecond,
};

/** Counts the forms of a value. A form that the contract does not promise is a finding. */
function compileForms(
  field: Field,
  path: string,
  { registry, effectAt }: ShapeObserverParts,
): (value: Json | undefined) => void {
  const formOfValue = formOf(field);
  const noteForm = (value: Json | undefined): Form => {
    if (value === undefined) return 'absent';
    return value === null ? 'null' : formOfValue(value);
  };
  const promised = promisedForms(field);
  const expected = [...promised].join(' or ');
  const effect = effectAt(path);
  const { forms } = registry.placeAt(path);
  const usual = seenCountsOf(forms, promised);
  const { [formKind(field)]: glance } = glances;
  const [plain] = promised;
  const plainCount = plain && usual.get(plain);
  return (value) => {
    if (plainCount !== undefined && glance?.(value) === true) {
      plainCount.count += 1;
      return;
    }
    const form = noteForm(value);
    const usualCount = usual.get(form);
    if (usualCount !== undefined) {
      usualCount.count += 1;
      return;
    }
    seenCountOf(forms, form).count += 1;
    const kind = kinds[form] ?? 'changed-type';
    registry.note({ path, kind, found: form, expected, effect: effect(value) });
  };
}

/** Most new words of one enumeration that findings show. */
const MAX_WORDS = 16;

/** Counts the words of an enumeration. A word that the contract does not know is a finding. */
function compileWords(
  { known: knownWords = [] }: Field & { readonly kind: 'text' },
  path: string,
  { registry, effectAt }: ShapeObserverParts,
): (word: string) => void {
  const expected = knownWords.join(' or ');
  const effect = effectAt(path);
  const shapePlace = registry.placeAt(path);
  const usual = seenCountsOf(shapePlace.words, knownWords);
  return (word) => {
    const usualCount = usual.get(word);
    if (usualCount !== undefined) {
      usualCount.count += 1;
      return;
    }
    const shownWord = showableName(shapePlace, word, MAX_WORDS);
    seenCountOf(shapePlace.words, shownWord).count += 1;
    registry.note({ path, kind: 'unseen-value', found: shownWord, expected, effect: effect(word) });
  };
}

/** Records the shape of one value. Undefined stands for an absent value. */
export type ObserveValue = (value: Json | undefined) => void;

/** Most new members of one object that findings name. */
const MAX_NEW_NAMES = 8;

/** Compiles the observer of an object: of its members, and of names that the contract lacks. */
function compileObject(
  field: Field & { readonly kind: 'object' },
  path: string,
  observers: ShapeObserverParts,
): (value: JsonObject) => void {
  const { registry } = observers;
  const members = [...field.members].map(([name, member]) => ({
    name,
    alsoNamed: member.alsoNamed ?? name,
    observe: compileObserver(member, `${path}.${name}`, observers),
  }));
  const names = new Set(members.flatMap(({ name, alsoNamed }) => [name, alsoNamed]));
  // Among secrets a new name may itself be a secret.
  const secret = [...field.members.values()].some((member) => member.secret);
  const shapePlace = registry.placeAt(path);
  /** Observes the members that the contract names. Returns how many are present. */
  const observeKnown = (value: JsonObject): number => {
    let presentCount = 0;
    for (const { name, alsoNamed, observe } of members) {
      const member = value[name];
      if (member !== undefined) presentCount += 1;
      if (alsoNamed !== name && value[alsoNamed] !== undefined) presentCount += 1;
      observe(member ?? value[alsoNamed]);
    }
    return presentCount;
  };
  return (value) => {
    // Counting a list of the names would build that list for each answer.
    let unseen = -observeKnown(value);
    for (const name in value) if (value[name] !== undefined) unseen += 1;
    if (unseen === 0) return;
    for (const name in value) {
      if (names.has(name)) continue;
      const foundForm = formWithoutContract(value[name] ?? null);
      const newPath = `${path}.${showableName(shapePlace, name, secret ? 0 : MAX_NEW_NAMES)}`;
      registry.note({ path: newPath, kind: 'new-field', found: foundForm, expected: '', effect: 'passed' });
    }
  };
}

/** Compiles an observer of the inside of a value. Returns undefined if the contract says nothing about it. */
function compileInside(
  field: Field,
  path: string,
  observers: ShapeObserverParts,
): ((value: Json) => void) | undefined {
  if (field.kind === 'object') {
    const inside = compileObject(field, path, observers);
    return (value) => {
      if (isJsonObject(value)) inside(value);
    };
  }
  if (field.kind === 'list') {
    const observe = compileObserver(field.element, `${path}[]`, observers);
    return (value) => {
      for (const element of elementsOf(value, field.keyed === true) ?? []) observe(element);
    };
  }
  if (field.kind !== 'text' || field.known === undefined || field.secret) return undefined;
  const words = compileWords(field, path, observers);
  return (value) => {
    if (typeof value === 'string') words(value);
  };
}

/**
 * Compiles a contract field into an observer of its values. The observer sees only what the contract describes: the
 * form of a new member but not its inside, and neither names nor values of a free-form object.
 */
export function compileObserver(field: Field, path: string, observers: ShapeObserverParts): ObserveValue {
  const forms = compileForms(field, path, observers);
  const inside = compileInside(field, path, observers);
  if (inside === undefined) return forms;
  return (value) => {
    forms(value);
    if (value !== undefined) inside(value);
  };
}
