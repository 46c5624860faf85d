import { ExactNumber } from '../../contract/json';
import { isList, isMembers, type Members, type Tree } from '../../contract/readTree';
import { decimalOf, treeType } from './tree';
import type { DifferenceKind } from './difference';
import { type Aligned, alignLists, type AlignmentWish } from './alignLists';
import type { PathNode, TreePlace } from './pathTemplates';

/** True for empty values: null, "", [], {}. */
function isNothing(tree: Tree): boolean {
  if (isList(tree)) return tree.length === 0;
  return tree === null || tree === '' || (isMembers(tree) && tree.size === 0);
}

const isSame = (v1: Tree, v2: Tree): boolean =>
  v1 === v2 || (v1 instanceof ExactNumber && v2 instanceof ExactNumber && v1.text === v2.text);

/** Returns the kind of difference of two values that are not both objects or both arrays; undefined if equal. */
export function kindOf(v1: Tree, v2: Tree): DifferenceKind | undefined {
  if (isSame(v1, v2)) return undefined;
  if (isNothing(v1) && isNothing(v2)) return 'empty';
  if (treeType(v1) !== treeType(v2)) return 'type';
  const decimal = decimalOf(v1);
  return decimal !== undefined && decimal === decimalOf(v2) ? 'precision' : 'value';
}

/** A difference of two bodies, before it is rated. */
export interface BodyDifference {
  readonly place: TreePlace;
  readonly kind: DifferenceKind;
  readonly v1?: Tree;
  readonly v2?: Tree;
}

/** Callbacks of walkTrees, and the agreed ways to pair elements. */
interface Walk {
  readonly difference: (difference: BodyDifference) => void;
  /** Asked before each further value; true ends the walk. */
  readonly isEnough: () => boolean;
  readonly wish: (path: PathNode) => AlignmentWish;
  readonly aligned: (path: PathNode, how: Aligned['how']) => void;
}

interface Task {
  readonly v1: Tree;
  readonly v2: Tree;
  readonly place: TreePlace;
}

const onlyIn = (value: Tree, kind: 'missing' | 'extra'): DifferenceKind =>
  value === null ? 'null_vs_absent' : kind;

/** True for two objects or two arrays, whose differences are those of their content. */
const areContainers = (tree1: Tree, tree2: Tree): boolean =>
  (isMembers(tree1) && isMembers(tree2)) || (isList(tree1) && isList(tree2));

function reportValues(v1: Tree, v2: Tree, treePlace: TreePlace, report: Walk['difference']): void {
  const kind = kindOf(v1, v2);
  if (kind !== undefined) report({ place: treePlace, kind, v1, v2 });
}

function walkMembers(
  v1: Members,
  v2: Members,
  parent: TreePlace,
  pending: Task[],
  { difference: report, isEnough }: Walk,
): void {
  const holders = [v1, v2];
  const placeOf = (step: string): TreePlace => ({ parent, step, path: parent.path.member(step, holders) });
  for (const [name, member1] of v1) {
    const member2 = v2.get(name);
    if (member2 === member1) continue;
    if (isEnough()) return;
    if (member2 === undefined)
      report({ place: placeOf(name), kind: onlyIn(member1, 'missing'), v1: member1 });
    else if (areContainers(member1, member2))
      pending.push({ v1: member1, v2: member2, place: placeOf(name) });
    else if (kindOf(member1, member2) !== undefined) reportValues(member1, member2, placeOf(name), report);
  }
  for (const [name, member2] of v2) {
    if (!v1.has(name) && !isEnough())
      report({ place: placeOf(name), kind: onlyIn(member2, 'extra'), v2: member2 });
  }
}

/** Reports missing and additional elements, one by one, or only the length for arrays paired by position. */
function reportUnpaired(
  lists: readonly [readonly Tree[], readonly Tree[]],
  aligned: Aligned,
  parent: TreePlace,
  walk: Walk,
) {
  const [v1, v2] = lists;
  if (aligned.how === 'position') {
    if (v1.length !== v2.length)
      walk.difference({ place: parent, kind: 'length', v1: v1.length, v2: v2.length });
    return;
  }
  const report = (kind: 'missing' | 'extra', step: number, value: Tree | undefined) => {
    if (value === undefined || walk.isEnough()) return;
    const treePlace = { parent, step, path: parent.path.element() };
    walk.difference({ place: treePlace, kind, ...(kind === 'missing' ? { v1: value } : { v2: value }) });
  };
  for (const at of aligned.onlyV1) report('missing', at, v1[at]);
  for (const at of aligned.onlyV2) report('extra', at, v2[at]);
}

const areSameScalars = (v1: readonly Tree[], v2: readonly Tree[]): boolean =>
  v1.length === v2.length && v1.every((element, at) => element === v2[at]);

function walkLists(
  v1: readonly Tree[],
  v2: readonly Tree[],
  parent: TreePlace,
  pending: Task[],
  walk: Walk,
): void {
  if (areSameScalars(v1, v2)) return;
  const aligned = alignLists([v1, v2], walk.wish(parent.path));
  walk.aligned(parent.path, aligned.how);
  if (aligned.reordered) walk.difference({ place: parent, kind: 'order', v1, v2 });
  reportUnpaired([v1, v2], aligned, parent, walk);
  for (const [at, partner] of aligned.pairs) {
    const [element1 = null, element2 = null] = [v1[at], v2[partner]];
    if (element1 === element2) continue;
    if (walk.isEnough()) return;
    const treePlace = { parent, step: at, path: parent.path.element() };
    if (areContainers(element1, element2)) pending.push({ v1: element1, v2: element2, place: treePlace });
    else reportValues(element1, element2, treePlace, walk.difference);
  }
}

/** Compares two values; an element is reported at its position in v1, or in v2 when v1 does not have it. */
export function walkTrees(v1: Tree, v2: Tree, root: PathNode, walk: Walk): void {
  const pending: Task[] = [{ v1, v2, place: { path: root } }];
  for (let task = pending.pop(); task !== undefined && !walk.isEnough(); task = pending.pop()) {
    const { v1: tree1, v2: tree2, place: treePlace } = task;
    if (isMembers(tree1) && isMembers(tree2)) walkMembers(tree1, tree2, treePlace, pending, walk);
    else if (isList(tree1) && isList(tree2)) walkLists(tree1, tree2, treePlace, pending, walk);
    else reportValues(tree1, tree2, treePlace, walk.difference);
  }
}
