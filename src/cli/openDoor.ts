import type { Logger } from 'pino';
import type { Clock } from '../gateway/clock';
import { createDoor, type Door } from '../http/createDoor';
import type { Metrics } from '../http/createMetrics';
import { createTurnAway } from '../http/createTurnAway';
import type { Closers } from './closers';

export interface DoorParts {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'turnedAway'>;
  readonly busy: () => boolean;
  readonly clock: Clock;
  readonly v1Headers: Readonly<Record<string, string>>;
}

/** Opens the door of an edge; whoever is turned away is counted in the metrics and, once a second, in the log. */
export function openDoor(parts: DoorParts, closers: Closers): Door {
  const { logger, metrics, busy, v1Headers, clock } = parts;
  const { turnAway, stop } = createTurnAway({
    clock,
    v1Headers,
    turnedAway: (method, count) => {
      metrics.turnedAway(method, count);
      logger.warn({ method, status: 503, problem: 'overloaded', count }, 'turned away');
    },
  });
  closers.add(stop);
  return createDoor({ busy, turnAway });
}
