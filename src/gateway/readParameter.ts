/** What could change the path that a value is put into, or hide in a log. */
const unfit = /[/\\\p{Cc}]|\.\.|^\.?$/u;

/**
 * Decodes one path segment exactly once, as UTF-8: `+` stays a plus.
 * Undefined when the encoding is invalid, or the value is empty, a dot, or holds `/`, `\`, `..` or a control
 * character.
 */
export function readParameter(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(segment);
    return unfit.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
