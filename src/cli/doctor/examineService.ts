import type { Clock } from '../../gateway/clock';
import type { About } from './about';
import { checkFirstAnswer } from './checkFirstAnswer';
import type { Service } from './createService';
import type { Finding } from './finding';
import { knock } from './knock';

/** Where a service is, and what to read there first. */
export interface Visit {
  readonly origin: string;
  readonly path: string;
  /** Absent to ask without one. */
  readonly key?: string | undefined;
}

/** Whether a service can be reached, answers, and takes the key; errors when not. */
export async function examineService(
  service: Service,
  { origin, path, key }: Visit,
  clock: Clock,
  says: About,
): Promise<Finding[]> {
  const knocked = await knock(origin, clock, says);
  if (knocked.some(({ severity }) => severity === 'error')) return knocked;
  const outcome = await service.read(path, key);
  const read = { path, withKey: key !== undefined, outcome, now: clock.now() };
  return [...knocked, ...checkFirstAnswer(read, says)];
}
