import type { Environment } from '../../config';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { openControl } from './openControl';

/** The options of `lifeboat writes close`. */
export interface ClosingOptions extends AdminPlace {
  readonly note: string;
  readonly actor: string;
}

/** Takes an ambiguous write off the list; 1 when it is not on it. */
export async function closeWrite(
  id: string,
  options: ClosingOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const control = openControl(options, environment, colour);
  if (!control.ok) {
    for (const line of control.failure) complain(line);
    return 1;
  }
  const outcome = await control.value('/closings', { id, by: options.actor, note: options.note });
  if (outcome.ok) write(`closed ${id}`);
  else complain(outcome.failure);
  return outcome.ok ? 0 : 1;
}
