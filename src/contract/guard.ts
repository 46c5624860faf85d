import type { Field } from './field';
import { isDecimal } from './isDecimal';
import { isMoneyObject } from './isMoneyObject';
import { isNumber } from './isNumber';
import { isJsonObject, type Json } from './json';
import { LATEST_SECOND } from './kinds';

/** Checks a value; answers the path of the first place that does not fit, undefined when all fits. */
export type Guard = (value: Json | undefined) => string | undefined;

type Test = (value: Json) => boolean;

const isSecond: Test = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST_SECOND;

const scalarTests: Readonly<Record<Exclude<Field['kind'], 'object' | 'list' | 'freeObject'>, Test>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  timestamp: isSecond,
  date: (value) => typeof value === 'number' || (typeof value === 'string' && !isNaN(Date.parse(value))),
  money: (value) => isDecimal(value) || isMoneyObject(value),
};

/** A free-form object; PHP prints an empty one as `[]`, and a v1 request may send any list. */
const freeObjectTest =
  (anyList: boolean): Test =>
  (value) =>
    isJsonObject(value) || (Array.isArray(value) && (anyList || value.length === 0));

function compileObject(field: Field & { kind: 'object' }, path: string): Guard {
  const members = [...field.members].map(([name, member]) => ({
    name,
    alsoNamed: member.alsoNamed ?? name,
    guard: compile(member, path === '' ? name : `${path}.${name}`),
  }));
  return (value) => {
    if (!isJsonObject(value)) return path;
    for (const { name, alsoNamed, guard } of members) {
      const wrong = guard(value[name] ?? value[alsoNamed]);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

function compileList(field: Field & { kind: 'list' }, path: string): Guard {
  const guard = compile(field.element, `${path}[]`);
  return (value) => {
    if (!Array.isArray(value)) return path;
    for (const element of value) {
      const wrong = guard(element);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

function compilePresent(field: Field, path: string): Guard {
  if (field.kind === 'object') return compileObject(field, path);
  if (field.kind === 'list') return compileList(field, path);
  const test = field.kind === 'freeObject' ? freeObjectTest(field.list) : scalarTests[field.kind];
  return (value) => (value !== undefined && test(value) ? undefined : path);
}

function compile(field: Field, path: string): Guard {
  const present = compilePresent(field, path);
  const { nullable, optional } = field;
  return (value) => {
    if (value === undefined) return optional ? undefined : path;
    if (value === null) return nullable ? undefined : path;
    return present(value);
  };
}

/**
 * Compiles a field into a guard. Unknown members pass (v2 grows additively); a path is written `a.b[]`, the root is
 * the empty text.
 */
export function compileGuard(field: Field): Guard {
  return compile(field, '');
}
