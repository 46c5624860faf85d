import { z } from 'zod';
import type { Environment } from '../../config';
import { CommandEnd, type ExitCode, need } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import { print, type Terminal } from '../terminal';

/** Options of `lifeboat health`. */
export interface HealthOptions extends AdminPlace {
  /** True to ask whether the gateway takes requests; false to ask only whether it is alive. */
  readonly ready: boolean;
  readonly json: boolean;
}

const healthPage = z.object({ status: z.string(), degraded: z.array(z.string()).default([]) });

/**
 * Prints whether a running gateway is alive, or takes requests; returns 0 if so and 1 otherwise, as health checks
 * expect.
 */
export async function showHealth(
  { ready, json, ...adminPlace }: HealthOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const client = need(openOperator(adminPlace, environment, terminal));
  const path = ready ? '/readyz' : '/healthz';
  const { status, page } = need(await client.page(path));
  const health = healthPage.safeParse(page);
  if (!health.success)
    throw new CommandEnd([`${path} answered ${status}: is it the admin port of a gateway?`], 1);
  print(page, [health.data.status, ...health.data.degraded], json, terminal);
  return status === 200 ? 0 : 1;
}
