import { isJsonObject, type Json } from '../../contract/json';
import { joinPath } from '../../contract/field';
import { misfit } from '../codecs/codec';
import {
  type AttributeRule,
  type Envelope,
  type MissingOutcome,
  pathText,
  type PathStep,
  type Policy,
  stepsTo,
  valueAt,
} from '../translate/translationRule';
import { compileValueReader } from '../translate/madeValue';

/** Effect on an answer: it is translated, translated with one value replaced, or refused. */
type Effect = 'passed' | 'replaced' | 'refused';

/** Compiles the effect of a present or absent value at a path inside the object that rules read. */
export type EffectAt = (path: string) => EffectOf;

type EffectOf = (value: Json | undefined) => Effect;

/** A v2 path that a rule reads. */
interface RuleRead {
  readonly path: string;
  readonly effect: EffectOf;
}

function effectOf({ kind }: MissingOutcome): Effect {
  if (kind === 'refuse') return 'refused';
  return kind === 'pass' || kind === 'omit' ? 'passed' : 'replaced';
}

const misfitEffect = ({ onMisfit }: Policy): Effect => (onMisfit.kind === 'refuse' ? 'refused' : 'replaced');

/** Creates the function that tells the effect of the value at the source of a rule. */
function compileRuleEffect(rule: Exclude<AttributeRule, { kind: 'constant' }>): EffectOf {
  const takeObject = (value: Json) => (isJsonObject(value) ? value : misfit);
  const take = rule.kind === 'value' ? compileValueReader(rule) : takeObject;
  return (value) => {
    if (value === null) return effectOf(rule.onNull);
    const madeValue = value === undefined ? undefined : take(value);
    if (madeValue === misfit) return misfitEffect(rule);
    if (value === undefined || madeValue === undefined) return effectOf(rule.onAbsent);
    return rule.kind === 'value' && rule.codec.rounds?.(value) === true ? 'replaced' : 'passed';
  };
}

/** Lists the v2 paths that rules read, with the effect of a value there on the whole answer. */
function ruleReads(rules: readonly AttributeRule[], base = ''): readonly RuleRead[] {
  return rules.flatMap((rule): readonly RuleRead[] => {
    if (rule.kind === 'constant') return [];
    const path = joinPath(base, pathText(rule.source));
    const ownRead = { path, effect: compileRuleEffect(rule) };
    if (rule.source.length === 0) return rule.kind === 'object' ? ruleReads(rule.members, path) : [];
    if (rule.kind === 'object') return [ownRead, ...ruleReads(rule.members, path)];
    const last = rule.source.at(-1);
    if (last?.parts !== undefined) return partReads(last, ownRead);
    // A value that refuses an element makes the whole list unreadable.
    const ofElement = (effect: Effect): Effect => (effect === 'refused' ? misfitEffect(rule) : effect);
    const elementReads = ruleReads(rule.each?.rules ?? [], `${path}[]`);
    return [
      ownRead,
      ...elementReads.map(({ path: at, effect }) => ({
        path: at,
        effect: (value?: Json) => ofElement(effect(value)),
      })),
    ];
  });
}

/** Returns the effect of each part of a value beside others that fit. */
function partReads({ name, parts = [] }: PathStep, { path, effect }: RuleRead): readonly RuleRead[] {
  const otherTexts = Object.fromEntries(parts.map((partStep) => [partStep.name, '']));
  return parts.map((partStep) => ({
    path: path.slice(0, -name.length) + partStep.name,
    effect: (value) => effect({ ...otherTexts, [partStep.name]: value }),
  }));
}

const severity: readonly Effect[] = ['passed', 'replaced', 'refused'];

const worstEffect = (effects: readonly Effect[]): Effect =>
  severity.findLast((effect) => effects.includes(effect)) ?? 'passed';

/**
 * Compiles rules into the effect that a value has on the answer. `path` is written `a.b`, or `a[]` for an element of a
 * list; the empty path is the object itself. A value that no rule reads has no effect.
 */
export function compileEffects(rules: readonly AttributeRule[], envelope?: Envelope): EffectAt {
  const readId: EffectOf = (value) =>
    typeof envelope?.codec.read(value ?? null) === 'string' ? 'passed' : 'refused';
  const allReads = [
    ...ruleReads(rules),
    ...(envelope === undefined ? [] : [{ path: envelope.id, effect: readId }]),
  ];
  return (path) => {
    if (path === '') return (value) => (isJsonObject(value) ? 'passed' : 'refused');
    const isInList = path.endsWith('[]');
    const listPath = isInList ? path.slice(0, -2) : path;
    const ownReads = allReads.filter((read) => read.path === listPath);
    const readsWithin = allReads
      .filter((read) => read.path.startsWith(`${listPath}.`))
      .map(({ path: wholePath, effect }) => ({ rest: wholePath.slice(listPath.length + 1), effect }));
    return (value) =>
      worstEffect([
        ...ownReads.map(({ effect }) => effect(isInList ? [value ?? null] : value)),
        // The member of a null object also counts as null.
        ...readsWithin.map(({ rest, effect }) =>
          effect(value === null ? null : valueAt(value, stepsTo(rest))),
        ),
      ]);
  };
}
