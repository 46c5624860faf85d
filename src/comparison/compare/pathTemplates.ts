import { joinPath } from '../../contract/field';
import { shownName } from './memberNames';

/** One path template of an operation's answers. */
export interface PathNode {
  /** `data.attributes.data.{}`. It is empty for the whole body. */
  readonly text: string;
  /** Returns the path of a member: `{}` for all members of a map. */
  readonly member: (key: string, holders: readonly Holder[]) => PathNode;
  /** Returns the path of the elements of an array. */
  readonly element: () => PathNode;
}

/** An object on the path: its keys show if it is a record or a map. */
type Holder = Readonly<Record<string, unknown>>;

const MAX_PATHS = 2_000;

/** An object with more different members than this is a map. */
const MAX_NAMES = 64;

const ID_LIKE = [
  /^\d+$/,
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{8,}$/i,
  /^[0-9A-HJKMNP-TV-Z]{26}$/, // ULID
  /^[a-z]+[_-]?\d{2,}$/i,
];

const isIdLike = (key: string): boolean => ID_LIKE.some((looks) => looks.test(key));

/** Recognizes an object whose keys are data: too many of them, or most of them ids. */
function isMap(holder: Holder): boolean {
  const names = Object.keys(holder);
  return names.length > MAX_NAMES || names.filter(isIdLike).length * 2 > names.length;
}

/** Prints a name as a step of a template, in quotes if it would be ambiguous. */
const stepOf = (key: string): string =>
  /[.\s"]|^$|^\[\]$|^\{\}$|^\*+$/.test(key) ? JSON.stringify(key) : key;

const OVERFLOW: PathNode = { text: '(other paths)', member: () => OVERFLOW, element: () => OVERFLOW };

/** Creates the root path of an operation's bodies. Memory is bounded. */
export function createTemplates(): PathNode {
  let paths = 0;

  function node(text: string): PathNode {
    if (paths >= MAX_PATHS) return OVERFLOW;
    paths += 1;
    const children = new Map<string, PathNode>();
    let map = false;
    const childNode = (step: string): PathNode => {
      const childNode = children.get(step);
      if (childNode !== undefined) return childNode;
      const newNode = node(joinPath(text, step));
      if (newNode !== OVERFLOW) children.set(step, newNode);
      return newNode;
    };
    return {
      text,
      element: () => childNode('[]'),
      member: (key, holders) => {
        const step = stepOf(shownName(key));
        if (!map && !children.has(step)) map = children.size >= MAX_NAMES || holders.some(isMap);
        return childNode(map ? '{}' : step);
      },
    };
  }
  return node('');
}

/** Place of a value in one answer. */
export interface ValuePlace {
  readonly path: PathNode;
  readonly parent?: ValuePlace;
  /** The last step: a name or an index. */
  readonly step?: string | number;
}

const escapeStep = (step: string | number): string =>
  String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** Prints a place as a JSON Pointer (RFC 6901). */
export const pointerTo = ({ parent, step }: ValuePlace): string =>
  parent === undefined || step === undefined ? '' : `${pointerTo(parent)}/${escapeStep(step)}`;
