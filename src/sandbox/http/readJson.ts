import { parse } from 'lossless-json';
import { ExactNumber, type Json } from '../../contract/json';

/** Deeper nesting than any offer needs; beyond it recursive code is at risk. */
const DEEPEST = 64;

/** A double holds every decimal of this many digits exactly as it was written. */
const EXACT_DIGITS = 15;

/**
 * Reads JSON text, with numbers that a double would change kept as their text; the last of two equal names wins, as in
 * PHP. Undefined for text that is not JSON or nested too deeply.
 */
export function readJson(text: string): Json | undefined {
  if (depthOf(text) > DEEPEST) return undefined;
  try {
    return parse(text, null, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue }) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readNumber(text: string): number | ExactNumber {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > EXACT_DIGITS || /e/i.test(text) ? new ExactNumber(text) : Number(text);
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}
