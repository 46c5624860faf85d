import type { Field } from '../../../contract/field';
import { exactNumber, type Json, type JsonObject } from '../../../contract/json';
import type { BodyRule } from '../../translate/translationRule';
import type { PathParameter } from '../compiledOperation';
import type { ObjectField } from '../namedContracts';
import { plainDigits } from '../pathParameters';

/** Returns the name of a path parameter on the left of a line of a body. */
export const parameterMember = (name: string): string => `{${name}}`;

/** Returns the contract of a v1 body with parameters of its path among the members. */
export function withParameters(v1: ObjectField, parameters: readonly PathParameter[]): ObjectField {
  const facts = { nullable: false, optional: false, secret: false };
  const members = parameters.map(({ name, type }): [string, Field] => [
    parameterMember(name),
    type === 'integer' ? { kind: 'integer', asText: false, ...facts } : { kind: 'text', ...facts },
  ]);
  return { ...v1, members: new Map([...v1.members, ...members]) };
}

/** Adds to the rules of parameters what they send where no request gives a value, as in the laws. */
export const withStandIns = (
  rules: readonly BodyRule[],
  parameters: readonly PathParameter[],
): readonly BodyRule[] =>
  rules.map((rule) => {
    const parameter = parameters.find(({ name }) => parameterMember(name) === rule.name);
    if (parameter === undefined || rule.kind === 'object') return rule;
    return { ...rule, standIn: parameter.type === 'integer' ? 1 : parameter.name };
  });

/** Returns the members that the parameters of a request make. */
export function parameterMembers(
  parameters: readonly PathParameter[],
  values: Readonly<Record<string, string>>,
): JsonObject {
  const members = parameters.flatMap(({ name, type }): [string, Json][] => {
    const text = values[name];
    if (text === undefined) return [];
    return [[parameterMember(name), type === 'integer' ? exactNumber(plainDigits(text)) : text]];
  });
  return Object.fromEntries(members);
}
