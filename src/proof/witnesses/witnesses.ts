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
  readonly refused: readonly { readonly path: string; readonly object: Json }[];
}

const pathOf = ({ source }: AttributeLeaf): string => pathText(source);

/** Makes a word that is not in a closed enumeration. */
function unseenWords(v2: Field, path: string, seed: number): readonly Json[] {
  const field = fieldAt(v2, path);
  return field?.kind === 'text' && field.closed === true ? [`unseen ${seed}`] : [];
}

/** Returns the path of the first value for which a rule refuses the answer. Returns undefined if none does. */
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

/** Creates the maker of values that the codecs at a path tell apart, and of a word outside a closed enumeration. */
const createSpecialValues =
  (v2: Field, leaves: readonly AttributeLeaf[]) =>
  (path: string, seed: number): { readonly readable: Json[]; readonly unreadable: Json[] } => {
    const codecs = leaves.filter((leaf) => pathOf(leaf) === path).map(({ rule }) => rule.codec);
    const values = codecs.flatMap((codec) => codec.witnesses?.(seed) ?? []);
    const { readable = [], unreadable = [] } = Object.groupBy(
      [...values, ...unseenWords(v2, path, seed)],
      (value) => (codecs.every((codec) => codec.read(value) !== misfit) ? 'readable' : 'unreadable'),
    );
    return { readable, unreadable };
  };

/**
 * Makes v2 objects that together show every shape that the contract allows, and every branch of a codec. Sorts them by
 * whether v1 gets an answer.
 */
export function makeAnswerWitnesses({ v2, rules }: Pick<ResolvedResource, 'v2' | 'rules'>): AnswerWitnesses {
  const leaves = openedLeaves(rules);
  const specialValues = createSpecialValues(v2, leaves);
  // Other witnesses are numbered from 101 and 501, so that no two values are the same.
  const nextNumber = createCounter(11);
  const wishes: BranchWishes = {
    side: 'answer',
    nextNumber,
    extra: (path, seed) => specialValues(path, seed).readable,
    inside: (path) => {
      const within = leaves.map(pathOf).filter((leafPath) => leafPath.startsWith(`${path}.`));
      return [...new Set(within.map((leafPath) => leafPath.slice(path.length + 1)))];
    },
  };
  const contractObjects = branchesOf(v2, '', wishes).filter((object) => object !== undefined);
  const findRefusal = createRefusalReader(rules);
  const translated = contractObjects.filter((object) => findRefusal(object) === undefined);
  const [ordinary = {}] = translated;
  const reducedObjects = degradations(ordinary, rules, findRefusal);
  const findMisfit = compileGuard(v2);
  const unreadableObjects = leaves
    .flatMap((leaf) =>
      specialValues(pathOf(leaf), nextNumber()).unreadable.map((value) =>
        withValueAt(ordinary, leaf.source, value),
      ),
    )
    .filter((object) => findMisfit(object) === undefined);
  const refusedObjects: { readonly path: string; readonly object: Json }[] = [];
  for (const object of [...contractObjects, ...unreadableObjects, ...reducedObjects]) {
    const path = findRefusal(object);
    if (path !== undefined) refusedObjects.push({ path, object });
  }
  return {
    translated,
    reduced: reducedObjects.filter((object) => findRefusal(object) === undefined),
    refused: refusedObjects,
  };
}
