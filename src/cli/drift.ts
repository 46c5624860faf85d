import type { Environment } from '../config';
import { driftReport } from '../drift/driftReport';
import type { AdminPlace } from './adminOrigin';
import type { ExitCode } from './exitCode';
import { openAdmin } from './openAdmin';
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
  const admin = openAdmin(options, environment, { colour });
  if (!admin.ok) {
    for (const line of admin.failure) complain(line);
    return 1;
  }
  const report = await admin.value('/drift', driftReport);
  if (!report.ok) {
    complain(report.failure);
    return 1;
  }
  const { value } = report;
  if (options.json) write(JSON.stringify(value, null, 2));
  else
    for (const line of [...renderFindings(value), ...(options.shapes ? renderShapes(value) : [])])
      write(line);
  return 0;
}
