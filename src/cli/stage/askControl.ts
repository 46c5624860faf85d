import type { Environment } from '../../config';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { openControl } from './openControl';

/** What is asked of a running gateway, and where it is. */
export interface ControlRequest {
  readonly path: string;
  /** Posted; without one the page is read. */
  readonly body?: unknown;
  readonly place: AdminPlace;
  readonly environment: Environment;
}

/** Asks a running gateway and shows its answer; 1, with the reasons, when it cannot be asked or refuses. */
export async function askControl(
  { path, body, place, environment }: ControlRequest,
  { complain, colour }: Terminal,
  show: (page: unknown) => ExitCode,
): Promise<ExitCode> {
  const control = openControl(place, environment, colour);
  if (!control.ok) {
    for (const line of control.failure) complain(line);
    return 1;
  }
  const answer = await control.value(path, body);
  if (answer.ok) return show(answer.value);
  complain(answer.failure);
  return 1;
}
