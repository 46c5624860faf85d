import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { misfit } from '../codecs/codec';
import { compileTake } from './takeValue';
import {
  type AttributeRule,
  type Missing,
  pathText,
  type PathStep,
  type Policy,
  togetherOf,
} from './translationRule';

/** Reports an upstream value that does not fit: names the place and the rule, never the value. */
export class Mismatch {
  /**
   * @param path place inside the v2 answer, e.g. `data.price_eur`
   * @param expected what was expected there, e.g. `money(6)`
   * @param rule the mapping line at fault, e.g. `currency-offer.yaml:12`; absent when no single rule is
   */
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly rule?: string,
  ) {}
}

/** Makes one value from the value at a source; undefined leaves it out, a Mismatch refuses the whole answer. */
type Make = (value: Json | undefined) => Json | undefined | Mismatch;

/** A rule that makes one value. */
export type ValueRule = AttributeRule & { kind: 'value' };
/** A rule that makes an object. */
export type ObjectRule = AttributeRule & { kind: 'object' };

type Source = (object: JsonObject) => Json | undefined;

function member({ name, alsoNamed, parts }: PathStep): Source {
  if (parts !== undefined) {
    const sources = parts.map((part) => [part.name, member(part)] as const);
    return (object) => togetherOf(sources.map(([part, source]) => [part, source(object)]));
  }
  if (alsoNamed === undefined) return (object) => object[name];
  return (object) => {
    const member = object[name];
    return member ?? object[alsoNamed] ?? member;
  };
}

/** Follows a path; a missing or null object on the way makes the value absent or null. */
export function follow([firstStep, ...laterSteps]: readonly PathStep[]): Source {
  if (firstStep === undefined) return (object) => object;
  const step = member(firstStep);
  if (laterSteps.length === 0) return step;
  const onward = follow(laterSteps);
  return (object) => {
    const inner = step(object);
    return isJsonObject(inner) ? onward(inner) : inner === null ? null : undefined;
  };
}

/** Renders the path of a source, for messages. */
export const sourceText = (path: string, source: readonly PathStep[]): string =>
  `${path}.${pathText(source)}`;

function outcome(missing: Missing, asIs: null | undefined, mismatch: Mismatch): Json | undefined | Mismatch {
  switch (missing.kind) {
    case 'refuse':
      return mismatch;
    case 'pass':
      return asIs;
    case 'default':
      return missing.value;
    case 'blank':
      return null;
  }
}

/** Reads a present value: undefined means as if absent, a Mismatch names the path inside it that does not fit. */
type Take = (value: Json) => Json | undefined | Mismatch | typeof misfit;

/** Compiles the values that stand for a source without a readable one. */
const outcomesOf = ({ onNull, onAbsent, onMisfit }: Policy, mismatch: Mismatch) => ({
  whenNull: outcome(onNull, null, mismatch),
  whenAbsent: outcome(onAbsent, undefined, mismatch),
  whenMisfit: outcome(onMisfit, null, mismatch),
});

/** Compiles the value that a rule makes from its source. `path` is the path of the object around it. */
export function compileMade(rule: ValueRule, path: string, take: Take = compileTake(rule)): Make {
  const { codec, field } = rule;
  const expected = codec.name === 'same' ? (field?.kind ?? codec.name) : codec.name;
  const mismatch = new Mismatch(sourceText(path, rule.source), expected, rule.place);
  const { whenNull, whenAbsent, whenMisfit } = outcomesOf(rule, mismatch);
  return (value) => {
    if (value === undefined) return whenAbsent;
    if (value === null) return whenNull;
    const converted = take(value);
    if (converted === misfit) return whenMisfit;
    if (converted instanceof Mismatch) return whenMisfit instanceof Mismatch ? converted : whenMisfit;
    return converted === undefined ? whenAbsent : converted;
  };
}

/** Compiles the value of an object rule whose source is not an object. */
export function compileWithout(rule: ObjectRule, path: string): Make {
  const mismatch = new Mismatch(sourceText(path, rule.source), 'object', rule.place);
  const { whenNull, whenAbsent, whenMisfit } = outcomesOf(rule, mismatch);
  return (value) => (value === null ? whenNull : value === undefined ? whenAbsent : whenMisfit);
}
