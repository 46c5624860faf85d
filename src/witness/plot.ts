import type { JsonObject } from '../contract/json';
import type { PathParameter } from '../mapping/operation';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import type { Script } from '../mapping/script';
import type { Step } from '../translation/rule';

const FIRST_ID = 4711;
/** Ids of two scripts are so far apart that the items of a list fit between them. */
const ID_STEP = 100;

/** One operation on its way to scripts. */
export interface Plot extends ResolvedOperation {
  /** v2 path of the resource's id. */
  readonly idPath: readonly Step[];
  /** v1 bodies, to be used in turn; none for an operation without one. */
  readonly bodies: readonly JsonObject[];
}

/** The id of the first v2 object in the script of a number. */
export const idIn = (number: number): number => FIRST_ID + ID_STEP * number;

/** A name in camel case as words: `currencyOfferId` as "currency offer id". */
export const words = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** What a v1 path parameter says where an id is asked for. */
export const valueOf = ({ name, type }: PathParameter, id: number): string =>
  type === 'integer' ? String(id) : `Some ${words(name)}`;

/** The v1 request for an id, with the body of a number. */
export function requestOf(
  { operation, bodies }: Plot,
  number: number,
  query: Readonly<Record<string, string>> = {},
): Script['request'] {
  const { method, template, parameters } = operation.v1;
  const path = parameters.reduce((before, parameter) => {
    const value = encodeURIComponent(valueOf(parameter, idIn(number)));
    return before.replace(`{${parameter.name}}`, value);
  }, template);
  const asked = new URLSearchParams(query).toString();
  const body = bodies[number % bodies.length];
  return {
    method,
    path: asked === '' ? path : `${path}?${asked}`,
    ...(body === undefined ? {} : { body }),
  };
}

/** The v2 path of the call for one id. */
export function callPath({ operation, bodies }: Plot, id: number, number: number): string {
  const { v1, v2, body: translate, lookup, each } = operation;
  const given = v1.parameters.map((parameter): [string, string] => [parameter.name, valueOf(parameter, id)]);
  const outgoing = translate?.(bodies[number % bodies.length] ?? {});
  const found = lookup?.fills ?? each?.fills;
  return v2.path({
    ...Object.fromEntries(given),
    ...(outgoing?.ok === true ? outgoing.value.path : {}),
    ...(found === undefined ? {} : { [found]: String(id) }),
  });
}
