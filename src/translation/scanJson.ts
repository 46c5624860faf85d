/** What a look at the text alone tells, before anything recursive touches it. */
export interface JsonShape {
  readonly depth: number;
  readonly keys: number;
  /** True when some number may not survive a double: over 15 digits, or in exponent notation. */
  readonly exactNumbers: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const LOWER_E = 101;

/** Significant decimal digits that every double keeps (IEEE 754 binary64). */
const EXACT_DIGITS = 15;

/** How a character outside strings changes the nesting depth. */
const depthStep = new Int8Array(128);
for (const opening of '[{') depthStep[opening.charCodeAt(0)] = 1;
for (const closing of ']}') depthStep[closing.charCodeAt(0)] = -1;

/** Digits of the number that goes on at this character; over the limit once an exponent follows digits. */
function digitRun(code: number, digits: number): number {
  if (code >= ZERO && code <= NINE) return digits + 1;
  if (code === POINT) return digits;
  const exponent = (code === LOWER_E || code === UPPER_E) && digits > 0;
  return exponent ? EXACT_DIGITS + 1 : 0;
}

function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/**
 * Counts nesting depth and keys of a JSON text in one pass without recursion, and tells whether a plain JSON.parse
 * would change one of its numbers. The text need not be valid.
 */
export function scanJson(text: string): JsonShape {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let digits = 0;
  let exactNumbers = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = stringEnd(text, index + 1);
      digits = 0;
      continue;
    }
    depth += depthStep[code] ?? 0;
    if (depth > deepest) deepest = depth;
    if (code === COLON) keys += 1;
    digits = digitRun(code, digits);
    if (digits > EXACT_DIGITS) exactNumbers = true;
  }
  return { depth: deepest, keys, exactNumbers };
}
