import type { Environment } from '../config';
import { driftReport } from '../drift/driftReport';
import { adminOrigin, type AdminPlace } from './adminOrigin';
import { adminToken } from './adminToken';
import { askAdmin } from './askAdmin';
import type { ExitCode } from './exitCode';
import { renderFindings, renderShapes } from './renderDrift';
import type { Terminal } from './terminal';

/** The options of `lifeboat drift`. */
export interface DriftOptions extends AdminPlace {
  readonly shapes: boolean;
  readonly json: boolean;
}

/** Prints how v2's answers differ from the contract, as the running gateway has seen them; 1 when it cannot be asked. */
export async function drift(
  options: DriftOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const origin = adminOrigin(options, environment, { colour });
  if (!origin.ok) {
    for (const line of origin.failure) complain(line);
    return 1;
  }
  const page = await askAdmin(origin.value, '/drift', adminToken(options, environment));
  const report = page.ok ? driftReport.safeParse(page.value) : undefined;
  if (report?.success !== true) {
    complain(page.ok ? `${origin.value} is the admin port of another version of Lifeboat` : page.failure);
    return 1;
  }
  const { data } = report;
  if (options.json) write(JSON.stringify(data, null, 2));
  else
    for (const line of [...renderFindings(data), ...(options.shapes ? renderShapes(data) : [])]) write(line);
  return 0;
}
