import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, isNumber, type Json, type JsonObject } from '../../contract/json';
import { statusAfter } from '../../contract/v2/offerPartsV2';
import type { Codec } from '../codecs/codec';
import { digitsOf } from '../codecs/exactDecimal';
import {
  type AttributeRule,
  type BodyRule,
  type PathStep,
  stepsTo,
  valueAt,
} from '../translate/translationRule';
import type { Operation } from './compiledOperation';
import type { ResolvedRequest } from './body/resolveRequest';

/** Place where v2 shows a sent field, and the codec that compares both. */
interface ShownField {
  readonly source: readonly PathStep[];
  readonly codec: Codec | undefined;
  /** Set for a part of a joined value: an empty part may be stored as null. */
  readonly isPart?: true;
}

/** Fields of a v2 request by their path, e.g. `delivery_time.unit`. */
type Fields = ReadonlyMap<string, ShownField>;

/** Finds the path and codec of the v2 value that a v1 attribute is made from. */
function findShownField(rules: readonly AttributeRule[], path: string): ShownField | undefined {
  const [name, ...laterNames] = path.split('.');
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule?.kind === 'value' && laterNames.length === 0) return { source: rule.source, codec: rule.codec };
  if (rule?.kind !== 'object') return undefined;
  const inner = findShownField(rule.members, laterNames.join('.'));
  return inner && { ...inner, source: [...rule.source, ...inner.source] };
}

/** Returns the part of a joined value that v2 shows for one of as many sent parts; any other value as it is. */
function shownPartOf(whole: ShownField | undefined, index: number, count: number): ShownField | undefined {
  const parts = whole?.source.at(-1)?.parts;
  const part = parts?.length === count ? parts[index] : undefined;
  if (whole === undefined || part === undefined) return whole;
  return { source: [...whole.source.slice(0, -1), part], codec: undefined, isPart: true };
}

/** Finds the path of a sent field in v2's answer: the path of its v1 mirror, or else the name in the request. */
function sentFields(
  body: readonly BodyRule[],
  mirrors: Readonly<Record<string, string>>,
  attributes: readonly AttributeRule[],
  prefix = '',
): readonly (readonly [string, ShownField])[] {
  return body.flatMap((rule) => {
    const path = prefix + rule.name;
    if (rule.kind === 'object') return sentFields(rule.members, mirrors, attributes, `${path}.`);
    const target = rule.target.join('.');
    const mirror = mirrors[path];
    const sameNamedRules = body.filter(({ name }) => name === rule.name);
    const whole = mirror === undefined ? undefined : findShownField(attributes, mirror);
    const shownField = shownPartOf(whole, sameNamedRules.indexOf(rule), sameNamedRules.length);
    return [[target, shownField ?? { source: stepsTo(target), codec: undefined }] as const];
  });
}

/** Reports whether a sent value is provably the shown one; a number may be sent as text. */
function isSame(sent: Json, shownValue: Json, codec: Codec | undefined): boolean {
  if (sent === null || shownValue === null) return sent === shownValue;
  if (codec?.canonical !== undefined) {
    const form = codec.canonical(sent);
    return form !== undefined && isDeepStrictEqual(form, codec.canonical(shownValue));
  }
  if (!isNumber(shownValue)) return isDeepStrictEqual(sent, shownValue);
  const decimal = digitsOf(sent);
  return decimal !== undefined && decimal === digitsOf(shownValue);
}

const nullIfEmpty = (text: Json): Json => (text === '' ? null : text);

/** A resource as v2 shows it, with the paths of its fields. */
interface ShownResource {
  readonly fields: Fields;
  readonly data: JsonObject;
  /** True if a field that v2 does not show is ignored; otherwise it counts as changed. */
  readonly mayBeHidden: boolean;
}

/** Reports whether v2 shows each value that is sent at a path and below it. */
function isUnchanged(sent: Json, path: string, resource: ShownResource): boolean {
  const { fields, data, mayBeHidden } = resource;
  const field = fields.get(path);
  if (field !== undefined) {
    const shownValue = valueAt(data, field.source);
    if (shownValue === undefined) return mayBeHidden;
    return field.isPart
      ? isSame(nullIfEmpty(sent), nullIfEmpty(shownValue), undefined)
      : isSame(sent, shownValue, field.codec);
  }
  if (!isJsonObject(sent)) return mayBeHidden;
  const members = Object.entries(sent);
  return (
    (mayBeHidden || members.length > 0) &&
    members.every(
      ([name, value]) =>
        value !== undefined && isUnchanged(value, path === '' ? name : `${path}.${name}`, resource),
    )
  );
}

/** Reports whether an offer already has the status that the action at the end of a v2 path would give it. */
const actionUnchanged: NonNullable<Operation['unchanged']> = ({ status }, path) =>
  new Map<string, string>(Object.entries(statusAfter)).get(path.slice(path.lastIndexOf('/') + 1)) === status;

/** Creates the check whether v2 shows all fields of an update already. */
function compileUnchangedUpdate(
  { rules, mirrors }: Pick<ResolvedRequest, 'rules' | 'mirrors'>,
  attributes: readonly AttributeRule[],
): NonNullable<Operation['unchanged']> {
  const fields: Fields = new Map(sentFields(rules, mirrors, attributes));
  return (data, _path, sent, { mayBeHidden } = { mayBeHidden: false }) => {
    // A sent price is in EUR, which becomes the currency of the offer (observed: the default of `currency`).
    const { base_currency: currency = 'EUR' } = data;
    return sent !== undefined && currency === 'EUR' && isUnchanged(sent, '', { fields, data, mayBeHidden });
  };
}

/**
 * Compiles the check whether a write would leave its resource as v2 shows it: an update whose fields are all shown with
 * the same values, or an action that sets the present status. A field that v2 does not show counts as changed.
 */
export function compileUnchanged(
  v2: string,
  body: ResolvedRequest | undefined,
  attributes: readonly AttributeRule[],
): Pick<Operation, 'unchanged'> {
  if (v2.startsWith('PATCH ') && body?.v2 !== undefined)
    return { unchanged: compileUnchangedUpdate(body, attributes) };
  const action = v2.slice(v2.lastIndexOf('/') + 1);
  const mayBeNone = v2.startsWith('POST ') && (action.startsWith('{') || Object.hasOwn(statusAfter, action));
  return mayBeNone ? { unchanged: actionUnchanged } : {};
}
