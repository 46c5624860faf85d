import { exactNumber, isJsonObject, type Json } from '../../contract/json';
import { failure, success } from '../../contract/result';
import { Mismatch } from '../translate/madeValue';
import { type AnswerTranslation, translationFrom } from '../translate/translateAnswer';
import { type AttributeRule, withValueAt } from '../translate/translationRule';
import type { Complaints } from '../yaml/complaints';
import type { Path } from '../yaml/yamlDocument';
import type { ObjectField } from './namedContracts';
import type { ResolvedPath } from './resolvePath';
import { fieldAt } from './sourcePath';

/** An attribute that shows a parameter of the v1 path, with the names on its v1 path. */
interface Shown {
  readonly attribute: readonly string[];
  readonly parameter: string;
  readonly rule: AttributeRule & { readonly kind: 'constant' };
}

/** Lists the attributes that show a parameter of the v1 path; those in groups, too. */
export const shownParameters = (
  rules: readonly AttributeRule[],
  around: readonly string[] = [],
): readonly Shown[] =>
  rules.flatMap((rule) => {
    const attribute = [...around, rule.name];
    if (rule.kind === 'object') return shownParameters(rule.members, attribute);
    const parameter = rule.kind === 'constant' ? rule.parameter : undefined;
    return rule.kind === 'constant' && parameter !== undefined ? [{ attribute, parameter, rule }] : [];
  });

/** The rules that make an answer, their v1 contract, the place of the attributes in it, and the path of its request. */
interface Making {
  readonly rules: readonly AttributeRule[];
  readonly v1: ObjectField;
  readonly within: readonly string[];
  readonly path: Pick<ResolvedPath, 'parameters' | 'lookup'>;
}

/** Reports an attribute that cannot show a parameter of this path; true if it does. */
function isShown(
  { attribute, parameter, rule }: Shown,
  { v1, path: { parameters, lookup } }: Making,
  at: Path,
  complaints: Complaints,
): boolean {
  const name = attribute.join('.');
  const [field, given] = [fieldAt(v1, name), parameters.find((each) => each.name === parameter)];
  if (given === undefined) {
    if (rule.loss !== undefined) return false;
    const message = `${name} shows {${parameter}}, and this path has none`;
    const hint = `add a \`default\` to ${name}, with its class and reason`;
    complaints.report([...at, 'v1'], 'parameter-undefined', message, hint);
  } else if (field?.kind === 'integer' && given.type !== 'integer') {
    const message = `${name} is a number, and {${parameter}} may be any text`;
    complaints.report([...at, 'parameters', parameter], 'parameter-misfit', message, 'write `integer`');
  } else if (lookup?.by === parameter && lookup.index.secret && field?.secret === false) {
    const message = `${name} is not secret in v1, and {${parameter}} is`;
    complaints.report([...at, 'v1'], 'secret-exposed', message);
  }
  return true;
}

/**
 * Puts the parameters of a request into the attributes that show them. The rules have made each by its default, which
 * stays where the path has no such parameter.
 */
export function showParameters(
  answer: AnswerTranslation,
  making: Making,
  at: Path,
  complaints: Complaints,
): AnswerTranslation {
  const { rules, v1, within, path } = making;
  const writers = shownParameters(rules)
    .filter((each) => isShown(each, making, at, complaints))
    .map(({ attribute, parameter, rule }) => {
      const isNumber = fieldAt(v1, attribute.join('.'))?.kind === 'integer';
      const isInteger = path.parameters.some(({ name, type }) => name === parameter && type === 'integer');
      return {
        path: [...within, ...attribute].map((name) => ({ name })),
        name: attribute[0] ?? '',
        missing: new Mismatch(`{${parameter}}`, 'a parameter of the path', rule.place),
        valueIn: (values: Readonly<Record<string, string>>): Json | undefined => {
          // A client may write any number of leading zeros.
          const text = isInteger ? values[parameter]?.replace(/^0+(?=\d)/, '') : values[parameter];
          return isNumber && text !== undefined ? exactNumber(text) : text;
        },
      };
    });
  if (writers.length === 0) return answer;
  return {
    ...answer,
    ...translationFrom((body, hidden, values) => {
      const made = answer.read(body, hidden);
      if (!made.ok) return made;
      let whole = made.value;
      for (const { path: steps, name, missing, valueIn } of writers) {
        const value = valueIn(values);
        if (value === undefined) return failure(missing);
        const changed = hidden.includes(name) ? whole : withValueAt(whole, steps, value);
        if (isJsonObject(changed)) whole = changed;
      }
      return success(whole);
    }),
  };
}
