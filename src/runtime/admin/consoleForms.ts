import type { ActionNotice } from '../../console/consoleData';
import { isAllowed, type Visitor } from '../../operator/visitor';
import type { OperatorParts } from '../../operator/operatorParts';
import { operatorTable } from '../../operator/operatorTable';
import { runEntry } from '../../operator/runEntry';
import { z } from 'zod';

const refused = (...lines: readonly string[]): ActionNotice => ({ ok: false, lines });

/** Conditions of the gate in the answer to a refused move. */
const judgement = z.object({ conditions: z.array(z.object({ outlook: z.string(), sentence: z.string() })) });

/** Carries out the forms of the console, each an action of the operator's table. */
export const createConsoleForms =
  (parts: OperatorParts) =>
  async (
    name: string,
    fields: Readonly<Record<string, string>>,
    visitor: Pick<Visitor, 'name' | 'role'>,
  ): Promise<ActionNotice> => {
    const entry = operatorTable.find((one) => one.kind === 'action' && one.name === name);
    if (entry === undefined) return refused('This cannot be done here.');
    if (!isAllowed(visitor.role, entry.role)) return refused(`This takes the role ${entry.role}.`);
    const answer = await runEntry(entry, parts, fields, visitor.name);
    if (answer.ok) return { ok: true, lines: answer.value.words };
    const { detail, more } = answer.failure;
    const { conditions } = judgement.catch({ conditions: [] }).parse(more);
    const missing = conditions.filter(({ outlook }) => outlook !== 'passed');
    return refused(
      ...detail.split('\n'),
      ...missing.map(({ outlook, sentence }) => `${outlook}: ${sentence}`),
    );
  };
