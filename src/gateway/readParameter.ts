/** Node hands a target over as latin1: one character for each byte that a client left unencoded. */
const rawBytes = /[\u0080-\u00ff]/g;
/** What could change the path that a value is put into, or hide in a log. */
const unfit = /[/\\\p{Cc}]|\.\.|^\.?$/u;

/**
 * Decodes one path segment exactly once, as UTF-8: `+` stays a plus, unencoded bytes are taken as they are.
 * Undefined when the encoding is invalid, or the value is empty, a dot, or holds `/`, `\`, `..` or a control
 * character.
 */
export function readParameter(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(
      segment.replace(rawBytes, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
    );
    return unfit.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
