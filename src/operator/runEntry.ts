import type { z } from 'zod';
import type { Result } from '../contract/result';
import { type Entry, type EntryRefusal, refuse } from './entry';
import type { OperatorParts } from './operatorParts';

/** An answer of an entry, and what an action has done in words. */
interface EntryAnswer {
  readonly output: unknown;
  readonly words: readonly string[];
}

const issueText = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** Runs an entry with an input that is not checked yet, in somebody's proven name. */
export async function runEntry(
  entry: Entry,
  parts: OperatorParts,
  input: unknown,
  actor: string,
): Promise<Result<EntryAnswer, EntryRefusal>> {
  const asked = entry.input.safeParse(input);
  if (!asked.success) return refuse('invalidInput', asked.error.issues.map(issueText).join('; '));
  try {
    const outcome = await entry.run(parts, asked.data, actor);
    if (!outcome.ok) return outcome;
    const output: unknown = outcome.value;
    return { ok: true, value: { output, words: entry.words?.(asked.data, output) ?? [] } };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    return refuse('storeFailed', `The store cannot be read (${reason}).`);
  }
}
