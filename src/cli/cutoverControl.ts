import type { Config } from '../config/config';
import type { Cutover } from '../cutover/cutover';
import type { AdminOptions } from '../http/createAdminApp';
import { createControl } from '../http/createControl';
import { systemClock as clock } from './systemClock';

/** What the admin port shows and changes of the cutover. */
export function cutoverControl(
  cutover: Cutover,
  { admin }: Config,
): Pick<AdminOptions, 'control' | 'degraded'> {
  return {
    control: createControl({ cutover, token: admin.token, now: clock.now }),
    degraded: () => {
      const health = cutover.health();
      return health.ok ? undefined : `the store of the cutover cannot be relied on: ${health.reason}`;
    },
  };
}
