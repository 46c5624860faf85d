import { z } from 'zod';
import type { Environment } from '../../config';
import type { AdminPlace } from '../adminOrigin';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { askCutover } from './askCutover';

/** The options of `lifeboat writes close`. */
export interface ClosingOptions extends AdminPlace {
  readonly note: string;
  readonly actor: string;
  readonly json: boolean;
}

/** Takes an ambiguous write off the list; 1 when it is not on it. */
export function closeWrite(
  id: string,
  options: ClosingOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const body = { id, by: options.actor, note: options.note };
  const request = { path: '/closings', body, schema: z.unknown(), place: options, environment };
  return askCutover(request, terminal, (_page, whole) => {
    terminal.write(options.json ? JSON.stringify(whole) : `closed ${id}`);
    return 0;
  });
}
