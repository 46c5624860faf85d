import type { z } from 'zod';
import type { Environment } from '../../config';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { openControl } from './openControl';

/** What is asked of a running gateway, and where it is. */
export interface ControlRequest<Page> {
  readonly path: string;
  /** Posted; without one the page is read. */
  readonly body?: unknown;
  /** The shape that the answer has to have. */
  readonly schema: z.ZodType<Page>;
  readonly place: AdminPlace;
  readonly environment: Environment;
}

/**
 * Asks a running gateway and shows its answer, read and as a whole; 1, with the reasons, when it cannot be asked or
 * refuses.
 */
export async function askCutover<Page>(
  { path, body, schema, place, environment }: ControlRequest<Page>,
  { complain, colour }: Terminal,
  show: (page: Page, whole: unknown) => ExitCode,
): Promise<ExitCode> {
  const control = openControl(place, environment, colour);
  if (!control.ok) {
    for (const line of control.failure) complain(line);
    return 1;
  }
  const answer = await control.value(path, body);
  if (!answer.ok) {
    complain(answer.failure);
    return 1;
  }
  const page = schema.safeParse(answer.value);
  if (page.success) return show(page.data, answer.value);
  complain('the gateway is of another version of Lifeboat');
  return 1;
}
