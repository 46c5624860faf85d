import type { Attribute } from './game';

/** The rules of one attribute, as templates show them (observed). */
interface Conditions {
  readonly condition: string;
  readonly values?: readonly string[];
}

/** Attributes as templates show them: conditions in one text, the rules of a list's elements under `name.*` (observed). */
export const showConditions = (attributes: readonly Attribute[]): Readonly<Record<string, Conditions>> =>
  Object.fromEntries(attributes.flatMap(conditionsOf));

function conditionsOf(attribute: Attribute): [name: string, conditions: Conditions][] {
  const { name, type, values } = attribute;
  const allowed = values === undefined ? {} : { values };
  const condition = conditionText(attribute);
  if (type !== 'array') return [[name, { condition, ...allowed }]];
  return [
    [name, { condition }],
    [`${name}.*`, { condition: 'string', ...allowed }],
  ];
}

const conditionText = ({ type, required, minimum, maximum }: Attribute): string =>
  [
    ...(required ? ['required'] : []),
    type,
    ...(minimum === undefined ? [] : [`min:${minimum}`]),
    ...(maximum === undefined ? [] : [`max:${maximum}`]),
  ].join('|');
