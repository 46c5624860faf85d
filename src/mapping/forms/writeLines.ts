import type { JsonObject } from '../../contract/json';
import { failure, type Result, success } from '../../translation/result';

/** One list of texts in a request, and the lines that its only text is made of. */
export interface Lines {
  /** Member of the new request. */
  readonly target: string;
  /** Label and old member of each line, in order. */
  readonly lines: readonly (readonly [label: string, member: string])[];
}

/**
 * Writes the given members as the labelled lines of one text (observed: `Login: a\nPassword: b`); none given, no text.
 * The failure is a member that would be more than its own line.
 */
export function writeLines({ target, lines }: Lines, body: JsonObject): Result<JsonObject, string> {
  const written: string[] = [];
  for (const [label, member] of lines) {
    const value = body[member];
    if (typeof value !== 'string') continue;
    if (/[\r\n]/.test(value)) return failure(member);
    written.push(`${label}: ${value}`);
  }
  return success(written.length === 0 ? {} : { [target]: [written.join('\n')] });
}
