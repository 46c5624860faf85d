import { ExactNumber } from '../../contract/json';
import { isList, isMembers, type Tree } from '../../contract/readTree';
import { readDecimal, readScientific } from '../../mapping/codecs/exactDecimal';

/** The six types of JSON. */
type TreeType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Returns the JSON type of a value. */
export function treeType(tree: Tree): TreeType {
  if (tree === null) return 'null';
  if (isList(tree)) return 'array';
  if (isMembers(tree)) return 'object';
  if (tree instanceof ExactNumber || typeof tree === 'number') return 'number';
  return typeof tree === 'string' ? 'string' : 'boolean';
}

/** Text that is a number; with a leading zero it is a code instead. */
const WRITTEN = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Most characters of a number: longer ones are no amounts, and calculating with them takes long. */
const MAX_NUMBER_DIGITS = 1_000;

/** Prints a number, or text that is one, as canonical decimal text; undefined for other values. */
export function decimalOf(tree: Tree | undefined): string | undefined {
  if (typeof tree === 'number') return readScientific(String(tree));
  const text = tree instanceof ExactNumber ? tree.text : tree;
  if (typeof text !== 'string' || text.length > MAX_NUMBER_DIGITS) return undefined;
  if (tree instanceof ExactNumber) return readScientific(text);
  return WRITTEN.test(text) ? readDecimal(text) : undefined;
}

/** A value or text that is still to be printed. */
type Piece = { readonly tree: Tree } | { readonly text: string };

function printScalar(tree: Exclude<Tree, readonly Tree[] | ReadonlyMap<string, Tree>>): string {
  return tree instanceof ExactNumber ? tree.text : JSON.stringify(tree);
}

/** Lists the pieces of a value in reverse, for a stack; members sorted by name, so that equal values print alike. */
function piecesOf(tree: Tree): Piece[] {
  if (isList(tree)) {
    const inner = tree.flatMap((value, index): Piece[] => [
      { text: index === 0 ? '' : ',' },
      { tree: value },
    ]);
    return [{ text: '[' }, ...inner, { text: ']' }].reverse();
  }
  if (!isMembers(tree)) return [{ tree }];
  const names = [...tree].sort(([name1], [name2]) => (name1 < name2 ? -1 : 1));
  const inner = names.flatMap(([name, value], index): Piece[] => [
    { text: `${index === 0 ? '' : ','}${JSON.stringify(name)}:` },
    { tree: value },
  ]);
  return [{ text: '{' }, ...inner, { text: '}' }].reverse();
}

/** Prints a value as JSON text with sorted members, without recursion; stops when it is longer than `most`. */
export function printTree(tree: Tree, most = Infinity): string {
  if (!isList(tree) && !isMembers(tree)) return printScalar(tree);
  const pending: Piece[] = piecesOf(tree);
  let text = '';
  for (let piece = pending.pop(); piece !== undefined && text.length <= most; piece = pending.pop()) {
    if ('text' in piece) text += piece.text;
    else if (isList(piece.tree) || isMembers(piece.tree))
      for (const innerPiece of piecesOf(piece.tree)) pending.push(innerPiece);
    else text += printScalar(piece.tree);
  }
  return text;
}

/** Most characters of a value in a difference. */
const MAX_SHOWN_CHARACTERS = 2_000;

/** Prints a value for a difference: JSON text, truncated when long. */
export function shownTree(tree: Tree): string {
  const text = printTree(tree, MAX_SHOWN_CHARACTERS);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

/** Kinds of text that programs distinguish, each with its pattern; the first that matches wins. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['empty', /^$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['instant', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ$/],
  ['instant with an offset', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[+-]\d\d:?\d\d$/],
  ['instant with a fraction', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)$/],
  ['instant without a zone', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/],
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['whole number', /^-?\d+$/],
  ['number', /^-?\d+[.,]\d+$/],
  ['address', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
  ['mail address', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['hexadecimal', /^[0-9a-f]{16,}$/i],
];

/** Returns the kind of a text, such as `uuid`; `text` for everything that is meant for people. */
export const textForm = (text: string): string => FORMS.find(([, looks]) => looks.test(text))?.[0] ?? 'text';
