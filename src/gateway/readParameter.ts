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

/**
 * Decodes a value that is only compared and never goes into an upstream path: whatever v1 took for a login, a `%` that
 * begins no escape too (PHP reads it so). Undefined for what cannot be compared: nothing, a NUL, broken UTF-8.
 */
export function readComparedParameter(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return value === '' || value.includes('\0') ? undefined : value;
  } catch {
    return undefined;
  }
}

/** True when a part is `.` or `..`: whoever normalises a path takes it away (RFC 3986 5.2.4), encoded or not. */
export const climbs = (path: string): boolean => path.split(/[/\\]/).some((part) => /^\.\.?$/.test(part));

/** The dots and separators of a path decoded once, as whoever normalises it may see them. */
export const plainDots = (path: string): string =>
  path.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');
