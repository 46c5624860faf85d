import type { Environment } from '../../config';
import { changedPage } from '../../cutover/adminPages';
import type { ManualChange } from '../../cutover/changeRequest';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { askCutover } from './askCutover';

/** The options of every command that changes something. */
export interface ChangeOptions extends AdminPlace {
  readonly reason: string;
  readonly actor: string;
}

/** Asks a running gateway for a change; 1 when it refuses. */
export function changeStage(
  resource: string,
  change: ManualChange,
  options: ChangeOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { actor, reason } = options;
  const body = { resource, change, actor, reason };
  const request = { path: '/changes', body, schema: changedPage, place: options, environment };
  return askCutover(request, terminal, ({ kept }) => {
    terminal.write(`${resource}: in force`);
    if (!kept) terminal.complain('warning: the store fails: it is in force, but not written down yet');
    return 0;
  });
}
