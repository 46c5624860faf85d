import type { z } from 'zod';
import type { Environment } from '../../config';
import { changedPage, changesPage } from '../../cutover/adminPages';
import type { ManualChange } from '../../cutover/changeRequest';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { askCutover } from './askCutover';

/** The options of every command that changes something. */
export interface ChangeOptions extends AdminPlace {
  readonly reason: string;
  readonly actor: string;
  readonly json: boolean;
  readonly force?: boolean;
  readonly confirm?: string | undefined;
}

type Changed = z.output<typeof changedPage>;
type Changes = z.output<typeof changesPage>['changes'];

/** A change in words, once it is made. */
function madeText({ kind }: ManualChange, { resource, stage, killed }: Changed): string {
  switch (kind) {
    case 'move':
      return killed
        ? `${resource}: stored at ${stage}, but killed: everything goes to v1 until it is released`
        : `${resource}: at ${stage}, in force`;
    case 'kill':
      return `${resource}: killed, everything goes to v1`;
    case 'release':
      return `${resource}: released, at ${stage}`;
    case 'hold':
      return `${resource}: held at ${stage}`;
    case 'pin':
    case 'resolve':
      return `${resource}: in force`;
  }
}

/** Prints what became of each resource; 1 where one has refused what it is not at already. */
function showChanges(change: ManualChange, changes: Changes, { write, complain }: Terminal): ExitCode {
  let code: ExitCode = 0;
  for (const one of changes) {
    if ('kept' in one) {
      write(madeText(change, one));
      continue;
    }
    if (one.why === 'already') write(`${one.resource}: unchanged, ${one.message}`);
    else {
      complain(`${one.resource}: refused: ${one.message}`);
      code = 1;
    }
  }
  if (changes.some((one) => 'kept' in one && !one.kept))
    complain('warning: the store fails: it is in force, but not written down yet');
  return code;
}

/** Asks a running gateway for a change of one resource, or of all (`*`); 1 when it refuses. */
export function changeStage(
  resource: string,
  change: ManualChange,
  options: ChangeOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { actor, reason, json, force, confirm } = options;
  const body = { resource, change, actor, reason, force, confirm };
  const schema = changesPage.or(changedPage);
  const request = { path: '/changes', body, schema, place: options, environment };
  return askCutover(request, terminal, (page, whole) => {
    if (json) terminal.write(JSON.stringify(whole, null, 2));
    const shown = json ? { ...terminal, write: () => undefined } : terminal;
    return showChanges(change, 'changes' in page ? page.changes : [page], shown);
  });
}
