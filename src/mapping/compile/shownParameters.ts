import { exactNumber, isJsonObject, type Json } from '../../contract/json';
import { failure, success } from '../../contract/result';
import { Mismatch } from '../translate/madeValue';
import { type AnswerTranslation, translationFrom } from '../translate/translateAnswer';
import { type AttributeRule, withValueAt } from '../translate/translationRule';
import type { Complaints } from '../yaml/complaints';
import type { Path } from '../yaml/yamlDocument';
import type { OperationEntry } from '../yaml/mappingFile';
import type { ObjectField, OperationContext } from './namedContracts';
import { plainDigits } from './pathParameters';
import type { ResolvedPath } from './resolvePath';
import { fieldAt } from './sourcePath';

/** An attribute that shows a parameter of the v1 path, with the names on its v1 path. */
interface ShownParameter {
  readonly attribute: readonly string[];
  readonly parameter: string;
  readonly rule: AttributeRule & { readonly kind: 'constant' };
}

/** Lists the attributes that show a parameter of the v1 path; those in groups, too. */
export const shownParameters = (
  rules: readonly AttributeRule[],
  around: readonly string[] = [],
): readonly ShownParameter[] =>
  rules.flatMap((rule) => {
    const attribute = [...around, rule.name];
    if (rule.kind === 'object') return shownParameters(rule.members, attribute);
    const parameter = rule.kind === 'constant' ? rule.parameter : undefined;
    return rule.kind === 'constant' && parameter !== undefined ? [{ attribute, parameter, rule }] : [];
  });

/** The parts of an answer that is made by rules. */
interface MadeAnswer {
  readonly v1: ObjectField;
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: AnswerTranslation;
}

/** An operation with the v1 path of its requests. */
interface AskedOperation {
  readonly entry: OperationEntry;
  readonly path: Pick<ResolvedPath, 'parameters' | 'lookup' | 'bodyFeeds'>;
  readonly at: Path;
}

/** Reports an attribute that this path has no parameter for; false if its default stays. */
function isShown(
  { attribute, parameter, rule }: ShownParameter,
  { path: { parameters }, at }: AskedOperation,
  complaints: Complaints,
): boolean {
  if (parameters.some(({ name }) => name === parameter)) return true;
  if (rule.loss !== undefined) return false;
  const name = attribute.join('.');
  const message = `${name} shows {${parameter}}, and this path has none`;
  const hint = `add a \`default\` to ${name}, with its class and reason`;
  complaints.report([...at, 'v1'], 'parameter-undefined', message, hint);
  return false;
}

/** Creates the writer of an attribute that shows a parameter; reports one that may not show it. */
function writerOf(
  { attribute, parameter, rule }: ShownParameter,
  v1: ObjectField,
  { path: { parameters, lookup }, at }: AskedOperation,
  complaints: Complaints,
) {
  const name = attribute.join('.');
  const field = fieldAt(v1, name);
  const isNumeric = field?.kind === 'integer';
  const isInteger = parameters.some((given) => given.name === parameter && given.type === 'integer');
  if (isNumeric && !isInteger) {
    const message = `${name} is a number, and {${parameter}} may be any text`;
    complaints.report([...at, 'parameters', parameter], 'parameter-misfit', message, 'write `integer`');
  }
  if (lookup?.by === parameter && lookup.index.secret && field?.secret === false) {
    const message = `${name} is not secret in v1, and {${parameter}} is`;
    complaints.report([...at, 'v1'], 'secret-exposed', message);
  }
  return {
    attribute,
    missing: new Mismatch(`{${parameter}}`, 'a parameter of the path', rule.place),
    valueIn: (values: Readonly<Record<string, string>>): Json | undefined => {
      const { [parameter]: text } = values;
      if (text === undefined || !isInteger) return text;
      return isNumeric ? exactNumber(plainDigits(text)) : plainDigits(text);
    },
  };
}

/**
 * Returns the answer of an operation, with the parameters of a request in the attributes that show them. The rules
 * have made each by its default, which stays where the path has no such parameter.
 */
export function showParameters(
  ownAnswer: MadeAnswer | undefined,
  askedOperation: AskedOperation,
  { attributes, v1, answerOf: readBy, complaints }: OperationContext,
): Pick<MadeAnswer, 'v2' | 'answer'> {
  const { rules, ...answerParts } = ownAnswer ?? { rules: attributes, v1, ...readBy(askedOperation.entry) };
  const { v2, answer } = answerParts;
  // One call for each id shows none of them.
  const showsNone = askedOperation.path.bodyFeeds.some(({ words }) => words === undefined);
  const writers = (showsNone ? [] : shownParameters(rules))
    .filter((each) => isShown(each, askedOperation, complaints))
    .map((each) => writerOf(each, answerParts.v1, askedOperation, complaints));
  if (writers.length === 0) return { v2, answer };
  const attributesPath = ownAnswer === undefined ? ['data', 'attributes'] : [];
  const translation = translationFrom((body, hidden, values) => {
    const defaultAnswer = answer.read(body, hidden);
    if (!defaultAnswer.ok) return defaultAnswer;
    let shownBody = defaultAnswer.value;
    for (const { attribute, missing, valueIn } of writers) {
      const value = valueIn(values);
      if (value === undefined) return failure(missing);
      if (hidden.includes(attribute[0] ?? '')) continue;
      const path = [...attributesPath, ...attribute].map((name) => ({ name }));
      const changedBody = withValueAt(shownBody, path, value);
      if (isJsonObject(changedBody)) shownBody = changedBody;
    }
    return success(shownBody);
  });
  return { v2, answer: { ...answer, ...translation } };
}
