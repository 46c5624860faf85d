import { isJsonObject, type Json } from '../../contract/json';
import type { Field } from '../../contract/field';
import { fieldAt } from '../compile/sourcePath';
import { type BodyRule, type PathStep, steps, valueAt } from './translationRule';

/** A freedom that v1 gives a client and v2 does not. */
export type V1Trait =
  | 'largePage'
  | 'byLogin'
  | 'rawLogin'
  | 'bulk'
  | 'textNumber'
  | 'wholeObject'
  | 'lostMember'
  | 'withData'
  | 'templateAll'
  | 'needlessBody'
  | 'unlisted';

/** A trait in the form in which requests of one operation can show it. */
interface Habit {
  readonly trait: V1Trait;
  /** v1 member, query parameter or path parameter. */
  readonly field: string;
  /** Form that the client sends; text between backticks is code. */
  readonly sends: string;
  /** Form that v2 takes instead. */
  readonly wants: string;
}

/** Habits of one operation; the habits of a request are bits in the order of the list. */
export interface Habits {
  readonly list: readonly Habit[];
  /** Reads the habits from target, path parameters and query. */
  readonly ofRoute: (
    target: string,
    parameters: Readonly<Record<string, string>>,
    query: URLSearchParams | undefined,
  ) => number;
  /** Reads the habits from a parsed body. It is absent for an operation without one. */
  readonly ofBody?: (body: Json) => number;
}

/** Bit for a request whose body was read: habits that are not set are then known to be absent. */
export const BODY_READ = 1 << 30;

/** Bit for a request whose body was dropped because its method has no use for one. */
export const NEEDLESS_BODY = 1 << 29;

/** The habit behind `NEEDLESS_BODY`, which requests of every operation can show. */
export const needlessBody: Habit = {
  trait: 'needlessBody',
  field: 'body',
  sends: 'a body with a method that has no use for one',
  wants: 'no body: v2 takes one too, but does not promise to',
};

type ObjectField = Field & { readonly kind: 'object' };

/** Parts of an operation in which habits are found. */
interface HabitSource {
  readonly v2: string;
  readonly lookup?: { readonly by: string } | undefined;
  readonly each?: { readonly member: string } | undefined;
  readonly list?: { readonly size: string; readonly most: number } | undefined;
  /** Query flags with the attributes that each shows. */
  readonly flags?: readonly { readonly name: string; readonly shows: readonly string[] }[];
  /** Parameter and v2 path of the names that a 404 lists. */
  readonly names?: { readonly by: string; readonly path: string } | undefined;
  readonly body?:
    | {
        readonly v1: ObjectField;
        readonly v2?: ObjectField;
        readonly rules: readonly BodyRule[];
        readonly losses: readonly { readonly member: string; readonly reason: string }[];
      }
    | undefined;
}

interface BodyHabit extends Habit {
  readonly path: readonly PathStep[];
  /** True if the value at the path shows the habit. */
  readonly isShown: (value: Json) => boolean;
}

/** Makes a habit of the member at a path. */
const bodyHabit = (
  trait: V1Trait,
  path: readonly string[],
  sends: string,
  wants: string,
  isShown: BodyHabit['isShown'],
): BodyHabit => ({ trait, field: path.join('.'), path: steps(path), sends, wants, isShown });

const numberAt = (root: Field | undefined, path: readonly string[]) => {
  const field = root && fieldAt(root, path.join('.'));
  return field?.kind === 'integer' || field?.kind === 'number' ? field : undefined;
};

const quotedCode = (text: string): string => `\`${text}\``;

/** Lists the habits that the member of one body rule can show. */
function habitsOfRule(
  rule: BodyRule,
  above: readonly string[],
  body: Pick<NonNullable<HabitSource['body']>, 'v1' | 'v2'>,
): readonly BodyHabit[] {
  const path = [...above, rule.name];
  if (rule.kind === 'object') {
    const takenNames = new Set(rule.members.map(({ name }) => name));
    const wants = `only ${[...takenNames].map(quotedCode).join(' and ')}`;
    const isWhole = (value: Json): boolean =>
      isJsonObject(value) && Object.keys(value).some((name) => !takenNames.has(name));
    return [
      bodyHabit('wholeObject', path, 'the whole object, as it was read', wants, isWhole),
      ...rule.members.flatMap((member) => habitsOfRule(member, path, body)),
    ];
  }
  const v2Number = numberAt(body.v2, rule.target);
  if (numberAt(body.v1, path)?.asText !== true || v2Number === undefined) return [];
  const wants = v2Number.asText ? 'a number: v2 takes the text too, but does not promise to' : 'a number';
  return [bodyHabit('textNumber', path, 'a number as text', wants, (value) => typeof value === 'string')];
}

const habitsOfBody = ({ rules, losses, ...contracts }: NonNullable<HabitSource['body']>) => [
  ...rules.flatMap((rule) => habitsOfRule(rule, [], contracts)),
  ...losses.map(({ member, reason }) =>
    bodyHabit('lostMember', [member], quotedCode(member), `nothing: ${reason}`, () => true),
  ),
];

/** Matches a value as encodeURIComponent writes it; `%` begins an escape. */
const isEncoded = /^(?:[\w.~!*'()-]|%[0-9a-f]{2})*$/i;

interface RouteHabit extends Habit {
  readonly isShown: (...request: Parameters<Habits['ofRoute']>) => boolean;
}

const routeHabit = (
  trait: V1Trait,
  field: string,
  sends: string,
  wants: string,
  isShown: RouteHabit['isShown'] = () => true,
): RouteHabit => ({ trait, field, sends, wants, isShown });

/** Returns the part of a target after `/by-login/`, for the last parameter of its route: a login may hold slashes. */
function lastPart(target: string, value: string): string {
  const queryStart = target.indexOf('?');
  const last = queryStart === -1 ? target.length : queryStart;
  const end = target[last - 1] === '/' ? last - 1 : last;
  let start = end;
  let slash = -1;
  do {
    start = target.lastIndexOf('/', start - 1);
    slash = value.indexOf('/', slash + 1);
  } while (slash !== -1 && start > 0);
  return target.slice(start + 1, end);
}

/** Lists the habits that path and query of a request can show. */
function* habitsOfRoute({ lookup, list, each, flags = [], names, v2 }: HabitSource): Generator<RouteHabit> {
  if (lookup !== undefined) {
    const { by } = lookup;
    const wantsId = 'the id: keep it from the answer that made or listed it, v2 has no such lookup';
    const wantsEscapes = 'no login in a path; what stands in one is percent-encoded';
    yield routeHabit('byLogin', by, 'the login in the path', wantsId);
    yield routeHabit(
      'rawLogin',
      by,
      'the login in the path as it is',
      wantsEscapes,
      (target, { [by]: login = '' }) => !isEncoded.test(lastPart(target, login)),
    );
  }
  if (list !== undefined) {
    const { size, most } = list;
    const wants = `at most ${most}, and more pages`;
    yield routeHabit(
      'largePage',
      size,
      `${quotedCode(size)} over ${most}`,
      wants,
      (_target, _parameters, query) => Number(query?.getAll(size).at(-1) ?? 0) > most,
    );
  }
  if (each !== undefined)
    yield routeHabit('bulk', each.member, 'several ids in one request', `one ${quotedCode(v2)} for each`);
  for (const { name, shows } of flags) {
    const wants = `no flag: ${shows.map(quotedCode).join(' and ')} always stands in the answer`;
    yield routeHabit('withData', name, `the flag ${quotedCode(name)}`, wants, (_target, _parameters, query) =>
      /^(?:1|true)$/.test(query?.getAll(name).at(-1) ?? ''),
    );
  }
  if (names === undefined) return;
  const { by, path } = names;
  const sends = `${quotedCode('all')}, for the list of names`;
  yield routeHabit(
    'templateAll',
    by,
    sends,
    quotedCode(`GET ${path}`),
    (_target, parameters) => parameters[by] === 'all',
  );
}

/** Count of bits that a number has room for besides `BODY_READ` and `NEEDLESS_BODY`. */
const MAX_HABIT_BITS = 29;

/** Compiles the habits of one v1 operation from its mapping. */
export function compileHabits(source: HabitSource): Habits {
  const routeHabits = [...habitsOfRoute(source)];
  const bodyHabits =
    source.body === undefined ? [] : habitsOfBody(source.body).slice(0, MAX_HABIT_BITS - routeHabits.length);
  const list = [...routeHabits, ...bodyHabits].map(({ trait, field, sends, wants }) => ({
    trait,
    field,
    sends,
    wants,
  }));
  const ofRoute: Habits['ofRoute'] = (target, parameters, query) => {
    let bits = 0;
    for (const [index, { isShown }] of routeHabits.entries())
      if (isShown(target, parameters, query)) bits |= 1 << index;
    return bits;
  };
  if (source.body === undefined) return { list, ofRoute };
  return { list, ofRoute, ofBody: (body) => bodyBits(bodyHabits, routeHabits.length, body) };
}

/** Sets `BODY_READ`, and a bit for each habit that a body shows, from `firstBit` on. */
function bodyBits(habits: readonly BodyHabit[], firstBit: number, body: Json): number {
  let bits = BODY_READ;
  if (!isJsonObject(body)) return bits;
  let bit = 1 << firstBit;
  for (const { path, isShown } of habits) {
    const value = valueAt(body, path);
    if (value !== undefined && isShown(value)) bits |= bit;
    bit <<= 1;
  }
  return bits;
}
