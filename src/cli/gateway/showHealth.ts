import { z } from 'zod';
import type { Environment } from '../../config';
import { type ExitCode, refused } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import type { Terminal } from '../terminal';

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
  const { write, complain, colour } = terminal;
  const client = openOperator(adminPlace, environment, { colour });
  if (!client.ok) return refused(client.failure, terminal, 1);
  const answer = await client.value.page(ready ? '/readyz' : '/healthz');
  if (!answer.ok) return refused([answer.failure], terminal, 1);
  const { status, page } = answer.value;
  const health = healthPage.safeParse(page);
  if (!health.success) {
    complain(`${ready ? '/readyz' : '/healthz'} answered ${status}: is it the admin port of a gateway?`);
    return 1;
  }
  if (json) write(JSON.stringify(page));
  else for (const line of [health.data.status, ...health.data.degraded]) write(line);
  return status === 200 ? 0 : 1;
}
