import type { Relation } from '../relation';

/** What enumerations are made of. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} _/-]{0,39}$/u;

/** A text of which this much is left was cut off; of less, something was taken away. */
const CUT_OFF = 10;

const ELLIPSIS = /(?:\.\.\.|…)$/;

function affix(v1: string, v2: string): Relation | undefined {
  if (v1 === '' || v2 === '') return undefined;
  if (v2.endsWith(v1)) return { kind: 'prefix', text: v2.slice(0, v2.length - v1.length) };
  if (v2.startsWith(v1)) return { kind: 'suffix', text: v2.slice(v1.length) };
  if (v1.endsWith(v2)) return { kind: 'prefix', text: v1.slice(0, v1.length - v2.length), removed: true };
  if (v1.startsWith(v2)) return { kind: 'suffix', text: v1.slice(v2.length), removed: true };
  return undefined;
}

function truncation(v1: string, v2: string): Relation | undefined {
  const isCut = v2.length < v1.length && v1.startsWith(v2.replace(ELLIPSIS, ''));
  return isCut && v2.length >= CUT_OFF ? { kind: 'truncated', length: v2.length } : undefined;
}

/** How two texts hang together. */
export function relateTexts(v1: string, v2: string): Relation | undefined {
  if (v1.trim() === v2.trim()) return { kind: 'trimmed' };
  if (v1.toLowerCase() === v2.toLowerCase()) return { kind: 'case' };
  const found = truncation(v1, v2) ?? affix(v1, v2);
  if (found !== undefined) return found;
  return WORD.test(v1) && WORD.test(v2) ? { kind: 'word', from: v1, to: v2 } : undefined;
}
