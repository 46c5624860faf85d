import type { Config } from '../config/config';
import { isLoopback } from '../config/isLoopback';
import type { Cutover } from '../cutover/cutover';
import type { Clock } from '../gateway/clock';
import type { AdminOptions } from '../http/createAdminApp';
import { createControl } from '../http/createControl';
import { systemClock } from './systemClock';

/** What the admin port shows and changes of the cutover. */
export function cutoverControl(
  cutover: Cutover,
  { admin }: Config,
  clock: Pick<Clock, 'now'> = systemClock,
): Pick<AdminOptions, 'control' | 'degraded' | 'token'> {
  return {
    // On the machine itself the pages are for everyone: they hold no secret.
    token: isLoopback(admin.host) ? undefined : admin.token,
    control: createControl({
      cutover,
      token: admin.token,
      openReads: isLoopback(admin.host),
      now: clock.now,
    }),
    degraded: () => cutover.alarms.current().map(({ text }) => text),
  };
}
