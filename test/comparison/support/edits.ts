import { shownName } from '../../../src/comparison/compare/memberNames.js';
import type { DifferenceKind } from '../../../src/comparison/compare/difference.js';

/** One change of a document, and the expected difference. */
export interface Edit {
  readonly kind: DifferenceKind;
  readonly path: string;
  readonly at: string;
  readonly v2: unknown;
}

type Change = (value: unknown) => readonly { readonly kind: DifferenceKind; readonly value: unknown }[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the changes of one value: absence, another value, another type, another order, fewer elements. */
const changesOf: Change = (value) => {
  if (value === null)
    return [
      { kind: 'type', value: 'was null' },
      { kind: 'empty', value: '' },
    ];
  if (typeof value === 'string')
    return [
      { kind: 'value', value: `${value} changed` },
      { kind: 'type', value: null },
    ];
  if (typeof value === 'number')
    return [
      { kind: 'value', value: value + 7 },
      { kind: 'type', value: String(value) },
    ];
  if (typeof value === 'boolean')
    return [
      { kind: 'value', value: !value },
      { kind: 'type', value: 1 },
    ];
  if (!Array.isArray(value)) return [{ kind: 'type', value: [1] }];
  const list: unknown[] = value;
  return list.length > 1
    ? [
        { kind: 'order', value: list.toReversed() },
        { kind: 'length', value: [] },
      ]
    : [];
};

const joined = (path: string, step: string): string => {
  const shownText = step === '[]' ? step : shownName(step);
  return path === '' ? shownText : `${path}.${shownText}`;
};

function* editsOfMember(
  object: Readonly<Record<string, unknown>>,
  name: string,
  path: string,
  at: string,
): Generator<Edit> {
  const { [name]: value, ...remainingEntry } = object;
  yield {
    kind: value === null ? 'null_vs_absent' : 'missing',
    path: joined(path, name),
    at: `${at}/${name}`,
    v2: remainingEntry,
  };
  for (const edit of editsOf(value, joined(path, name), `${at}/${name}`))
    yield { ...edit, v2: { ...object, [name]: edit.v2 } };
}

function* editsOfList(list: readonly unknown[], path: string, at: string): Generator<Edit> {
  for (const [index, element] of list.entries()) {
    const here = { path: joined(path, '[]'), at: `${at}/${String(index)}` };
    // A list with one element left has nothing to distinguish its elements by.
    if (list.length > 2) yield { ...here, kind: 'missing', v2: list.toSpliced(index, 1) };
    for (const edit of editsOf(element, here.path, here.at)) {
      yield { ...edit, v2: list.with(index, edit.v2) };
    }
  }
}

/** Lists every single change of a document: each value removed, extended or replaced, each array reversed. */
export function* editsOf(value: unknown, path = '', at = ''): Generator<Edit> {
  if (path !== '')
    for (const change of changesOf(value)) yield { path, at, kind: change.kind, v2: change.value };
  if (Array.isArray(value)) yield* editsOfList(value, path, at);
  if (!isObject(value)) return;
  yield { kind: 'extra', path: joined(path, 'added'), at: `${at}/added`, v2: { ...value, added: true } };
  for (const name of Object.keys(value)) yield* editsOfMember(value, name, path, at);
}
