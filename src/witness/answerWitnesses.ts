import { compileGuard } from '../contract/guard';
import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import type { ObjectField } from '../mapping/contractNamed';
import { sourcePath } from '../mapping/sourcePath';
import { type AttributeLeaf, attributeLeaves } from '../translation/attributeLeaves';
import { misfit } from '../translation/codec';
import type { AttributeRule } from '../translation/rule';
import { valueAt } from '../translation/valueAt';
import { withValueAt } from '../translation/withValueAt';
import type { Wanted } from './branch';
import { branchesOf } from './branchesOf';
import { countFrom } from './countFrom';

/** v2 objects that between them show every branch of a resource's rules. */
export interface AnswerWitnesses {
  /** Objects that v1 can be answered with; the first is whole and ordinary. */
  readonly taken: readonly Json[];
  /** Objects in which one value does not fit its rule, and the v2 path of it. */
  readonly refused: readonly { readonly path: string; readonly object: Json }[];
}

const pathOf = ({ source }: AttributeLeaf): string => source.map(({ name }) => name).join('.');

/** The values that the codecs reading one path tell apart. */
function told(leaves: readonly AttributeLeaf[], path: string, number: number): readonly Json[] {
  return leaves
    .filter((leaf) => pathOf(leaf) === path)
    .flatMap(({ rule }) => rule.codec.witnesses?.(number) ?? []);
}

/** A word that is not in a closed enumeration. */
function unseen(v2: Field, path: string, number: number): readonly Json[] {
  const source = sourcePath(v2, path);
  const field = 'candidates' in source ? undefined : source.field;
  return field?.kind === 'text' && field.closed === true ? [`unseen ${number}`] : [];
}

/** The first rule whose codec does not take what an object holds for it. */
const misread = (leaves: readonly AttributeLeaf[], object: Json): AttributeLeaf | undefined =>
  leaves.find(({ source, rule }) => {
    const value = valueAt(object, source) ?? null;
    return value !== null && rule.codec.read(value) === misfit;
  });

/** A contract that v2 answers with, and the rules that read it. */
interface Answered {
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
}

/** Makes v2 objects from the contract, so that every shape it allows and every branch of a codec is in one of them. */
export function answerWitnesses({ v2, rules }: Answered): AnswerWitnesses {
  const leaves = attributeLeaves(rules);
  const readable = (path: string) => {
    const codecs = leaves.filter((leaf) => pathOf(leaf) === path).map(({ rule }) => rule.codec);
    return (value: Json) => codecs.every((codec) => codec.read(value) !== misfit);
  };
  const next = countFrom(11);
  const telling = (path: string, number: number) => [
    ...told(leaves, path, number),
    ...unseen(v2, path, number),
  ];
  const wanted: Wanted = {
    side: 'answer',
    next,
    extra: (path, number) => telling(path, number).filter(readable(path)),
    inside: (path) => {
      const within = leaves.map(pathOf).filter((other) => other.startsWith(`${path}.`));
      return [...new Set(within.map((other) => other.slice(path.length + 1)))];
    },
  };
  const allowed = branchesOf(v2, '', wanted).flatMap((object) => (object === undefined ? [] : [object]));
  const taken = allowed.filter((object) => misread(leaves, object) === undefined);
  const misshapen = allowed.flatMap((object) => {
    const leaf = misread(leaves, object);
    return leaf === undefined ? [] : [{ path: pathOf(leaf), object }];
  });
  const [ordinary = {}] = taken;
  const fits = compileGuard(v2);
  const strange = leaves.flatMap((leaf) => {
    const path = pathOf(leaf);
    const unreadable = telling(path, next()).filter((value) => !readable(path)(value));
    const objects = unreadable.map((value) => withValueAt(ordinary, leaf.source, value));
    return objects.filter((object) => fits(object) === undefined).map((object) => ({ path, object }));
  });
  return { taken, refused: [...misshapen, ...strange] };
}
