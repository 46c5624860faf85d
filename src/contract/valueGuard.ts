import { type Field, joinPath } from './field';
import { elementsOf, isDecimal, isJsonObject, isMoneyObject, isNumber, type Json } from './json';
import { instants, isSecond } from './instantNotations';

/** Checks a value; returns the path of the first place that does not fit. Returns undefined if all fit. */
type Guard = (value: Json | undefined) => string | undefined;

type Test = (value: Json) => boolean;

const scalarTests: Readonly<
  Record<Exclude<Field['kind'], 'object' | 'list' | 'freeObject' | 'instant'>, Test>
> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  timestamp: isSecond,
  date: (value) => typeof value === 'number' || (typeof value === 'string' && !isNaN(Date.parse(value))),
  money: (value) => isDecimal(value) || isMoneyObject(value),
};

/** Creates the test of a free-form object. PHP prints an empty one as `[]`, and a v1 request may send any list. */
const createFreeObjectTest =
  (anyList: boolean): Test =>
  (value) =>
    isJsonObject(value) || (Array.isArray(value) && (anyList || value.length === 0));

/** Compiles the guard of an object, which returns the path of the first wrong member. */
function compileObject(field: Field & { kind: 'object' }, path: string): Guard {
  const members = [...field.members].map(([name, member]) => ({
    name,
    alsoNamed: member.alsoNamed,
    guard: compileField(member, joinPath(path, name)),
  }));
  return (value) => {
    if (!isJsonObject(value)) return path;
    for (const { name, alsoNamed, guard } of members) {
      const member = value[name];
      const wrong = guard(alsoNamed === undefined ? member : (member ?? value[alsoNamed] ?? member));
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

function compileList(field: Field & { kind: 'list' }, path: string): Guard {
  const guard = compileField(field.element, `${path}[]`);
  const { keyed = false } = field;
  return (value) => {
    const elements = elementsOf(value, keyed);
    if (elements === undefined) return path;
    for (const element of elements) {
      const wrong = guard(element);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

function compileValueTest(field: Exclude<Field, { kind: 'object' | 'list' }>): Test {
  if (field.kind === 'freeObject') return createFreeObjectTest(field.list);
  if (field.kind !== 'instant') return scalarTests[field.kind];
  const { read, print } = instants[field.notation];
  return (value) => {
    const instant = read(value);
    return instant !== undefined && print(instant) === value;
  };
}

function compileField(field: Field, path: string): Guard {
  const whenAbsent = field.optional ? undefined : path;
  const whenNull = field.nullable ? undefined : path;
  if (field.kind === 'object' || field.kind === 'list') {
    const inside = field.kind === 'object' ? compileObject(field, path) : compileList(field, path);
    return (value) => (value === undefined ? whenAbsent : value === null ? whenNull : inside(value));
  }
  const test = compileValueTest(field);
  return (value) => {
    if (value === undefined) return whenAbsent;
    if (value === null) return whenNull;
    return test(value) ? undefined : path;
  };
}

/**
 * Compiles a field into a guard. Unknown members pass (v2 grows additively). A path is written `a.b[]`, the root is the
 * empty text.
 */
export function compileGuard(field: Field): Guard {
  return compileField(field, '');
}
