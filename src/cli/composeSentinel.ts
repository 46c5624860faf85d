import type { Logger } from 'pino';
import { createSentinel, type Sentinel } from '../drift/createSentinel';
import { systemClock } from './systemClock';

/** A sentinel that tells the log. */
export const composeSentinel = (logger: Logger): Sentinel =>
  createSentinel({
    now: systemClock.now,
    told: (finding) => logger.warn(finding, 'v2 answers in a new shape'),
  });
