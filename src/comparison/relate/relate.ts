import type { DifferenceKind } from '../difference';
import type { Relation } from '../relation';
import { decimalOf } from '../body/decimalOf';
import { printTree } from '../body/printTree';
import { type Tree, treeType } from '../body/tree';
import { relateInstants } from './relateInstants';
import { offset, relateNumbers } from './relateNumbers';
import { relateTexts } from './relateTexts';

const TRUTHS: readonly string[] = ['1', '"1"', '"true"', '"yes"', '"y"', '"on"', '"t"'];
const UNTRUTHS: readonly string[] = ['0', '"0"', '"false"', '"no"', '"n"', '"off"', '"f"'];

const encodes = (truth: boolean, text: string): boolean =>
  (truth ? TRUTHS : UNTRUTHS).includes(text.toLowerCase());

/** True or false, written as something else. */
function relateBooleans(v1: Tree, v2: Tree): Relation | undefined {
  const [from, to] = [printTree(v1, 10), printTree(v2, 10)];
  const isEncoded =
    (typeof v1 === 'boolean' && encodes(v1, to)) || (typeof v2 === 'boolean' && encodes(v2, from));
  return isEncoded ? { kind: 'boolean', from, to } : undefined;
}

function relateDecimals(v1: Tree, v2: Tree): Relation | undefined {
  const [one, other] = [decimalOf(v1), decimalOf(v2)];
  if (one === undefined || other === undefined) return undefined;
  if (one === other) return treeType(v1) === treeType(v2) ? undefined : { kind: 'numericText' };
  return relateNumbers(one, other) ?? offset(one, other);
}

const relateStrings = (v1: Tree, v2: Tree): Relation | undefined =>
  typeof v1 === 'string' && typeof v2 === 'string' ? relateTexts(v1, v2) : undefined;

/** The simplest relation of two values that differ in value, in type, or in how they say nothing. */
export function relate(kind: DifferenceKind, v1: Tree, v2: Tree): Relation | undefined {
  if (kind === 'empty') return v1 === null || v2 === null ? { kind: 'nullForEmpty' } : undefined;
  if (kind !== 'value' && kind !== 'type') return undefined;
  return relateInstants(v1, v2) ?? relateBooleans(v1, v2) ?? relateDecimals(v1, v2) ?? relateStrings(v1, v2);
}
