import type { Field } from '../../../contract/field';
import { exactNumber, type Json, type JsonObject } from '../../../contract/json';
import type { BodyRule } from '../../translate/translationRule';
import { parameterIn } from '../../yaml/ruleEntry';
import type { BodyEntry } from '../../yaml/mappingFile';
import type { PathParameter } from '../compiledOperation';
import type { ObjectField } from '../namedContracts';

/** A parameter of the v1 path that a line of the body sends, with its name among the members: `{id}`. */
export interface SentParameter extends PathParameter {
  readonly member: string;
}

/** Lists the parameters of the v1 path that lines of a body name on their left. */
export const sentParameters = (
  fields: NonNullable<BodyEntry['fields']>,
  parameters: readonly PathParameter[],
): readonly SentParameter[] =>
  parameters.flatMap((parameter) => {
    const member = `{${parameter.name}}`;
    return Object.hasOwn(fields, member) ? [{ ...parameter, member }] : [];
  });

/** Returns the contract of a v1 body with the parameters of its path among the members. */
export function withParameters(v1: ObjectField, parameters: readonly SentParameter[]): ObjectField {
  const facts = { nullable: false, optional: false, secret: false };
  const members = parameters.map(({ member, type }): [string, Field] => [
    member,
    type === 'integer' ? { kind: 'integer', asText: false, ...facts } : { kind: 'text', ...facts },
  ]);
  return { ...v1, members: new Map([...v1.members, ...members]) };
}

/** Adds to the rules of parameters what they send where no request gives a value, as in the laws. */
export const withStandIns = (
  rules: readonly BodyRule[],
  parameters: readonly SentParameter[],
): readonly BodyRule[] =>
  rules.map((rule) => {
    const parameter = parameters.find(({ member }) => member === rule.name);
    if (parameter === undefined || rule.kind === 'object') return rule;
    return { ...rule, standIn: parameter.type === 'integer' ? 1 : parameter.name };
  });

/** Returns the members that the parameters of a request make. */
export function parameterMembers(
  parameters: readonly SentParameter[],
  values: Readonly<Record<string, string>>,
): JsonObject {
  const members = parameters.flatMap(({ name, member, type }): [string, Json][] => {
    const text = values[name];
    if (text === undefined) return [];
    // A client may write any number of leading zeros.
    return [[member, type === 'integer' ? exactNumber(text.replace(/^0+(?=\d)/, '')) : text]];
  });
  return Object.fromEntries(members);
}

/** Lists the parameters of the path that a body names. */
export const parametersOfBody = ({ fields = {} }: BodyEntry): readonly string[] =>
  Object.keys(fields).flatMap((member) => parameterIn(member) ?? []);
