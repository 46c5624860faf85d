import { compileGuard } from '../../contract/valueGuard';
import type { Field } from '../../contract/field';
import { isJsonObject, type Json } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { fieldAt } from '../../mapping/compile/sourcePath';
import {
  type AttributeLeaf,
  type AttributeRule,
  intoElements,
  openedLeaves,
  pathText,
  type PathStep,
  withoutValueAt,
  withValueAt,
} from '../../mapping/translate/translationRule';
import { misfit } from '../../mapping/codecs/codec';
import { compileAttributes } from '../../mapping/translate/compileAttributes';
import { Mismatch } from '../../mapping/translate/madeValue';
import { branchesOf, type BranchWishes, createCounter } from './branches';

/** v2 objects that together show every branch of a resource's rules. */
export interface AnswerWitnesses {
  /** Objects that have a v1 answer; the first is complete and ordinary. */
  readonly translated: readonly Json[];
  /** Objects that violate the contract and still have a v1 answer, because the missing values are not needed. */
  readonly reduced: readonly Json[];
  /** Objects in which a needed value is missing or cannot be read, and its v2 path. */
  readonly findRefusal: readonly { readonly path: string; readonly object: Json }[];
}

const pathOf = ({ source }: AttributeLeaf): string => pathText(source);

/** Makes a word that is not in a closed enumeration. */
function unseenWords(v2: Field, path: string, seed: number): readonly Json[] {
  const field = fieldAt(v2, path);
  return field?.kind === 'text' && field.closed === true ? [`unseen ${seed}`] : [];
}

/** Returns the path of the first value for which a rule refuses the answer; undefined when there is an answer. */
type FindRefusal = (object: Json) => string | undefined;

function createRefusalReader(rules: readonly AttributeRule[]): FindRefusal {
  const read = compileAttributes(rules, '');
  return (object) => {
    if (!isJsonObject(object)) return '';
    const attributes = read(object);
    return attributes instanceof Mismatch ? attributes.path.replace(/^\./, '') : undefined;
  };
}

/** A source that rules read; `isWhole` for that of an object or of a list of objects. */
interface ReadSource {
  readonly path: readonly PathStep[];
  readonly isWhole: boolean;
}

/** Lists the sources of rules, outer ones first. */
function sourcesOf(rules: readonly AttributeRule[], around: readonly PathStep[] = []): ReadSource[] {
  return rules.flatMap((rule) => {
    if (rule.kind === 'constant') return [];
    const path = [...around, ...rule.source];
    // A group has no source of its own.
    const own = rule.source.length === 0 ? [] : [{ path, isWhole: true }];
    if (rule.kind === 'object') return [...own, ...sourcesOf(rule.members, path)];
    if (rule.each === undefined) return [{ path, isWhole: false }];
    return [{ path, isWhole: true }, ...sourcesOf(rule.each.rules, intoElements(path))];
  });
}

/** A value that only a boolean field of a contract allows. */
const STRANGE = true;

/**
 * Makes ordinary objects without any of the values that are not needed: one each for values and for whole objects that
 * are absent, null, or of another type. Each needed value is missing in a separate object, which is refused.
 */
function degradations(
  ordinary: Json,
  rules: readonly AttributeRule[],
  findRefusal: FindRefusal,
): readonly Json[] {
  const ways: readonly ((object: Json, path: readonly PathStep[]) => Json)[] = [
    withoutValueAt,
    (object, path) => withValueAt(object, path, null),
    (object, path) => withValueAt(object, path, STRANGE),
  ];
  const sources = sourcesOf(rules);
  return [false, true].flatMap((isWhole) => {
    const paths = sources.filter((source) => source.isWhole === isWhole).map(({ path }) => path);
    // Inner values are removed before the objects around them: otherwise they would create these again.
    paths.sort((path1, path2) => path2.length - path1.length);
    return ways.flatMap((reduction) => {
      const needed = paths.filter((path) => findRefusal(reduction(ordinary, path)) !== undefined);
      const otherPaths = paths.filter((path) => !needed.includes(path));
      const without = otherPaths.length === 0 ? [] : [otherPaths.reduce(reduction, ordinary)];
      return [...without, ...needed.map((path) => reduction(ordinary, path))];
    });
  });
}

/** Makes v2 objects from the contract that together show every allowed shape and every branch of a codec. */
export function makeAnswerWitnesses({ v2, rules }: Pick<ResolvedResource, 'v2' | 'rules'>): AnswerWitnesses {
  const leaves = openedLeaves(rules);
  const codecsAt = (path: string) =>
    leaves.filter((leaf) => pathOf(leaf) === path).map(({ rule }) => rule.codec);
  const createReadCheck = (path: string) => {
    const codecs = codecsAt(path);
    return (value: Json) => codecs.every((codec) => codec.read(value) !== misfit);
  };
  const nextNumber = createCounter(11);
  /** Lists the values that the codecs at a path treat differently. */
  const specialValues = (path: string, number: number) => [
    ...codecsAt(path).flatMap((codec) => codec.witnesses?.(number) ?? []),
    ...unseenWords(v2, path, number),
  ];
  const wishes: BranchWishes = {
    side: 'answer',
    nextNumber,
    extra: (path, number) => specialValues(path, number).filter(createReadCheck(path)),
    inside: (path) => {
      const within = leaves.map(pathOf).filter((leafPath) => leafPath.startsWith(`${path}.`));
      return [...new Set(within.map((leafPath) => leafPath.slice(path.length + 1)))];
    },
  };
  const contractObjects = branchesOf(v2, '', wishes).filter((object) => object !== undefined);
  const refused = createRefusalReader(rules);
  const translated = contractObjects.filter((object) => refused(object) === undefined);
  const [ordinary = {}] = translated;
  const reducedObjects = degradations(ordinary, rules, refused);
  const fits = compileGuard(v2);
  const unreadableObjects = leaves.flatMap((leaf) => {
    const path = pathOf(leaf);
    const unreadable = specialValues(path, nextNumber()).filter((value) => !createReadCheck(path)(value));
    const objects = unreadable.map((value) => withValueAt(ordinary, leaf.source, value));
    return objects.filter((object) => fits(object) === undefined);
  });
  const refusedObjects: { readonly path: string; readonly object: Json }[] = [];
  for (const object of [...contractObjects, ...unreadableObjects, ...reducedObjects]) {
    const path = refused(object);
    if (path !== undefined) refusedObjects.push({ path, object });
  }
  return {
    translated,
    reduced: reducedObjects.filter((object) => refused(object) === undefined),
    findRefusal: refusedObjects,
  };
}
