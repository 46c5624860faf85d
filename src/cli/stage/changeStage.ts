import type { Environment } from '../../config';
import { changedPage } from '../../cutover/adminPages';
import type { ManualChange } from '../../cutover/changeRequest';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { openControl } from './openControl';

/** The options of every command that changes something. */
export interface ChangeOptions extends AdminPlace {
  readonly reason: string;
  readonly actor: string;
}

/** Asks a running gateway for a change; 1 when it refuses. */
export async function changeStage(
  resource: string,
  change: ManualChange,
  options: ChangeOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const control = openControl(options, environment, colour);
  if (!control.ok) {
    for (const line of control.failure) complain(line);
    return 1;
  }
  const { actor, reason } = options;
  const outcome = await control.value('/changes', { resource, change, actor, reason });
  if (!outcome.ok) {
    complain(outcome.failure);
    return 1;
  }
  const page = changedPage.safeParse(outcome.value);
  write(`${resource}: in force`);
  if (page.data?.kept === false)
    complain('warning: the store fails: it is in force, but not written down yet');
  return 0;
}
