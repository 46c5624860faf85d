import { ExactNumber } from '../../contract/json';
import { isList, isMembers, type Members, type Tree } from '../../contract/readTree';
import { readDecimal, readScientific } from '../../mapping/codecs/exactDecimal';

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

/** Lists the members of an object, sorted by name, or the elements of a list, each with its label as text. */
function labelled(tree: readonly Tree[] | Members): readonly (readonly [label: string, inner: Tree])[] {
  if (isList(tree)) return tree.map((element, index) => [index === 0 ? '' : ',', element]);
  const members = [...tree].sort(([name1], [name2]) => (name1 < name2 ? -1 : 1));
  return members.map(([name, member], index) => [
    `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
    member,
  ]);
}

/** Prints a value as JSON text with sorted members, so that equal values print alike; ends when longer than `most`. */
export function printTree(tree: Tree, most = Infinity): string {
  let text = '';
  // `readTree` limits the depth.
  const add = (value: Tree): void => {
    if (!isList(value) && !isMembers(value)) {
      text += value instanceof ExactNumber ? value.text : JSON.stringify(value);
      return;
    }
    text += isList(value) ? '[' : '{';
    for (const [label, inner] of labelled(value)) {
      if (text.length > most) return;
      text += label;
      add(inner);
    }
    text += isList(value) ? ']' : '}';
  };
  add(tree);
  return text;
}

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
