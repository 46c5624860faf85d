import { z } from 'zod';
import type { Entry } from '../../operator/entry';
import { stageChanges } from '../../operator/stageChanges';
import { type ExitCode, need, type Surroundings } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import { print, type Terminal } from '../terminal';

/** Options of every command that changes something. */
export interface ChangeOptions extends AdminPlace {
  readonly reason: string;
  readonly by?: string | undefined;
  readonly json: boolean;
  readonly force?: boolean;
  readonly confirm?: string | undefined;
}

type Changes = Pick<typeof stageChanges, 'move' | 'hold' | 'release' | 'kill' | 'pin'>;

/** A change of a stage: its action, and its input besides resource and reason. */
export type StageChange = {
  readonly [Kind in keyof Changes]: { readonly kind: Kind } & Omit<
    z.input<Changes[Kind]['input']>,
    'resource' | 'reason' | 'by'
  >;
}[keyof Changes];

const refusedChanges = z.object({ changes: z.array(z.looseObject({ resource: z.string() })) });
const refusedChange = z.object({ resource: z.string(), why: z.string(), message: z.string() });

/** Prints what happened to each resource; returns 1 if one refused a change that is not already in place. */
function showChanges(
  changes: readonly object[],
  words: (changed: object) => readonly string[],
  { write, complain }: Terminal,
): ExitCode {
  let code: ExitCode = 0;
  for (const change of changes) {
    const refusal = refusedChange.safeParse(change);
    const isRefused = refusal.success && refusal.data.why !== 'already';
    if (isRefused) code = 1;
    const lines = isRefused ? [`${refusal.data.resource}: refused: ${refusal.data.message}`] : words(change);
    for (const line of lines) (isRefused ? complain : write)(line);
  }
  return code;
}

/** Asks a running gateway to change one resource, or all (`*`); returns 1 if it refuses. */
export async function changeStage(
  resource: string,
  { kind, ...change }: StageChange,
  { reason, by, json, ...adminPlace }: ChangeOptions,
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const entry: Entry = stageChanges[kind];
  const { ask } = need(openOperator(adminPlace, environment, terminal));
  const input = { ...change, resource, reason, by };
  const answer = await ask(entry, input);
  const parsedPage = refusedChanges.safeParse(answer.ok ? answer.value : answer.failure.page);
  if (!answer.ok && (resource !== '*' || !parsedPage.success)) return need(answer);
  const { changes } = parsedPage.success ? parsedPage.data : { changes: [] };
  const entryInput = entry.input.parse(input);
  const words = (changed: object) => entry.words?.(entryInput, { changes: [changed] }) ?? [];
  if (json) print({ changes }, [], json, terminal);
  return showChanges(changes, words, json ? { ...terminal, write: () => undefined } : terminal);
}
