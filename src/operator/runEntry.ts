import { z } from 'zod';
import type { Result } from '../contract/result';
import { type Entry, type EntryRefusal, refuse } from './entry';
import { type OperatorParts, isAllowed, type Visitor } from './operatorParts';
import { alarmEntries } from './alarmEntries';
import { clientEntries } from './clientEntries';
import { differenceEntries } from './differenceEntries';
import { gatewayEntries } from './gatewayEntries';
import { stageChanges } from './stageChanges';
import { stageViews } from './stageViews';
import { tokenEntries } from './tokenEntries';

/** All views and actions of the operator. */
export const operatorTable: readonly Entry[] = [
  ...Object.values(stageViews),
  ...Object.values(stageChanges),
  ...Object.values(alarmEntries),
  ...Object.values(gatewayEntries),
  ...Object.values(differenceEntries),
  ...Object.values(clientEntries),
  ...Object.values(tokenEntries),
];

/** An answer of an entry, and sentences on what an action has done. */
interface EntryAnswer {
  readonly output: unknown;
  readonly words: readonly string[];
}

const issueText = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** Checks the input and runs an entry in the name of the proven actor. */
export async function runEntry(
  entry: Entry,
  operatorParts: OperatorParts,
  input: unknown,
  actor: string,
): Promise<Result<EntryAnswer, EntryRefusal>> {
  const parsedInput = entry.input.safeParse(input);
  if (!parsedInput.success) return refuse('invalidInput', parsedInput.error.issues.map(issueText).join('; '));
  try {
    const outcome = await entry.run(operatorParts, parsedInput.data, actor);
    if (!outcome.ok) return outcome;
    const output: unknown = outcome.value;
    return { ok: true, value: { output, words: entry.words?.(parsedInput.data, output) ?? [] } };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    return refuse('storeFailed', `The store cannot be read (${reason}).`);
  }
}

/** Conditions of the gate in the answer to a refused move. */
const judgement = z.object({ conditions: z.array(z.object({ outlook: z.string(), sentence: z.string() })) });

/** Carries out a form of the console: runs an action of the table with texts as its input, and says what happened. */
export async function runForm(
  operatorParts: OperatorParts,
  name: string,
  fields: Readonly<Record<string, string>>,
  visitor: Pick<Visitor, 'name' | 'role'>,
): Promise<{ readonly ok: boolean; readonly lines: readonly string[] }> {
  const entry = operatorTable.find((tableEntry) => tableEntry.kind === 'action' && tableEntry.name === name);
  if (entry === undefined) return { ok: false, lines: ['This cannot be done here.'] };
  if (!isAllowed(visitor.role, entry.role))
    return { ok: false, lines: [`This takes the role ${entry.role}.`] };
  const answer = await runEntry(entry, operatorParts, fields, visitor.name);
  if (answer.ok) return { ok: true, lines: answer.value.words };
  const { detail, more } = answer.failure;
  const { conditions } = judgement.catch({ conditions: [] }).parse(more);
  const missing = conditions.filter(({ outlook }) => outlook !== 'passed');
  return {
    ok: false,
    lines: [...detail.split('\n'), ...missing.map(({ outlook, sentence }) => `${outlook}: ${sentence}`)],
  };
}
