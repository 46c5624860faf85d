import { compileGuard } from '../contract/guard';
import type { Field } from '../contract/field';
import { isJsonObject, type Json } from '../contract/json';
import type { ObjectField } from '../mapping/contractNamed';
import { sourcePath } from '../mapping/sourcePath';
import { type AttributeLeaf, attributeLeaves } from '../translation/attributeLeaves';
import { misfit } from '../translation/codec';
import { compileAttributes } from '../translation/compileAttributes';
import { Mismatch } from '../translation/mismatch';
import type { AttributeRule, Step } from '../translation/rule';
import { withoutValueAt, withValueAt } from '../translation/withValueAt';
import type { Wanted } from './branch';
import { branchesOf } from './branchesOf';
import { countFrom } from './countFrom';

/** v2 objects that between them show every branch of a resource's rules. */
export interface AnswerWitnesses {
  /** Objects that v1 can be answered with; the first is whole and ordinary. */
  readonly taken: readonly Json[];
  /** Objects that the contract does not allow and that v1 is answered with all the same: not all of it is needed. */
  readonly degraded: readonly Json[];
  /** Objects in which a value that a rule needs is missing or cannot be read, and the v2 path of it. */
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

/** The place of the first value without which a rule refuses the answer; undefined when there is an answer. */
type Refused = (object: Json) => string | undefined;

function refusedBy(rules: readonly AttributeRule[]): Refused {
  const { read } = compileAttributes(rules, '');
  return (object) => {
    const made = isJsonObject(object) ? read(object) : new Mismatch('', 'object');
    return made instanceof Mismatch ? made.path.replace(/^\./, '') : undefined;
  };
}

/** The sources of rules, those of whole objects before those inside them. */
function sources(
  rules: readonly AttributeRule[],
  whole: boolean,
  around: readonly Step[] = [],
): (readonly Step[])[] {
  return rules.flatMap((rule) => {
    if (rule.kind === 'constant') return [];
    const source = [...around, ...rule.source];
    if (rule.kind === 'value') return whole ? [] : [source];
    return [...(whole ? [source] : []), ...sources(rule.members, whole, source)];
  });
}

/** A value that no field of a contract takes but a flag. */
const STRANGE = true;

/**
 * An ordinary object without any of the values that are not needed: one each for values and for whole objects that are
 * absent, null, or of another type. What is needed is missing in an object of its own, which is refused.
 */
function degradations(ordinary: Json, rules: readonly AttributeRule[], refused: Refused): readonly Json[] {
  const ways: readonly ((object: Json, path: readonly Step[]) => Json)[] = [
    withoutValueAt,
    (object, path) => withValueAt(object, path, null),
    (object, path) => withValueAt(object, path, STRANGE),
  ];
  return [false, true].flatMap((whole) => {
    // What stands inside another is taken away first: else it would bring the other back.
    const paths = sources(rules, whole).toSorted((one, other) => other.length - one.length);
    return ways.flatMap((way) => {
      const needed = paths.filter((path) => refused(way(ordinary, path)) !== undefined);
      const others = paths.filter((path) => !needed.includes(path));
      const without = others.length === 0 ? [] : [others.reduce(way, ordinary)];
      return [...without, ...needed.map((path) => way(ordinary, path))];
    });
  });
}

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
  const refused = refusedBy(rules);
  const taken = allowed.filter((object) => refused(object) === undefined);
  const [ordinary = {}] = taken;
  const missing = degradations(ordinary, rules, refused);
  const fits = compileGuard(v2);
  const strange = leaves.flatMap((leaf) => {
    const path = pathOf(leaf);
    const unreadable = telling(path, next()).filter((value) => !readable(path)(value));
    const objects = unreadable.map((value) => withValueAt(ordinary, leaf.source, value));
    return objects.filter((object) => fits(object) === undefined);
  });
  const withPath = (object: Json) => {
    const path = refused(object);
    return path === undefined ? [] : [{ path, object }];
  };
  return {
    taken,
    degraded: missing.filter((object) => refused(object) === undefined),
    refused: [...allowed, ...strange, ...missing].flatMap(withPath),
  };
}
