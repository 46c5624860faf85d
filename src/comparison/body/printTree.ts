import { ExactNumber } from '../../contract/json';
import { isList, isMembers, type Tree } from './tree';

/** What is still to be printed: a value, or text as it is. */
type Piece = { readonly tree: Tree } | { readonly text: string };

function printScalar(tree: Exclude<Tree, readonly Tree[] | ReadonlyMap<string, Tree>>): string {
  return tree instanceof ExactNumber ? tree.text : JSON.stringify(tree);
}

/** The pieces of an array or object in reverse, as a stack takes them; members by name, so that equal values print alike. */
function piecesOf(tree: Tree): Piece[] {
  if (isList(tree)) {
    const inner = tree.flatMap((value, index): Piece[] => [
      { text: index === 0 ? '' : ',' },
      { tree: value },
    ]);
    return [{ text: '[' }, ...inner, { text: ']' }].reverse();
  }
  if (!isMembers(tree)) return [{ tree }];
  const names = [...tree].sort(([one], [other]) => (one < other ? -1 : 1));
  const inner = names.flatMap(([name, value], index): Piece[] => [
    { text: `${index === 0 ? '' : ','}${JSON.stringify(name)}:` },
    { tree: value },
  ]);
  return [{ text: '{' }, ...inner, { text: '}' }].reverse();
}

/** A value as JSON text with its members sorted, without recursion; printing stops once it is longer than `most`. */
export function printTree(tree: Tree, most = Infinity): string {
  if (!isList(tree) && !isMembers(tree)) return printScalar(tree);
  const pending: Piece[] = piecesOf(tree);
  let text = '';
  for (let piece = pending.pop(); piece !== undefined && text.length <= most; piece = pending.pop()) {
    if ('text' in piece) text += piece.text;
    else if (isList(piece.tree) || isMembers(piece.tree))
      for (const part of piecesOf(piece.tree)) pending.push(part);
    else text += printScalar(piece.tree);
  }
  return text;
}
