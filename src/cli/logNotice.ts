import type { Logger } from 'pino';
import type { Notice } from '../cutover/notice';

/** Writes what a person wants to hear of into the log. */
export function logNotice(logger: Logger): (notice: Notice) => void {
  return ({ kind, resource, text }) => {
    switch (kind) {
      case 'moved':
      case 'ready':
      case 'recovered':
        logger.info({ resource, notice: kind }, text);
        return;
      case 'movedBack':
      case 'notReady':
      case 'ambiguousWrite':
      case 'degraded':
      case 'expiringRule':
      case 'expiredRule':
        logger.warn({ resource, notice: kind }, text);
    }
  };
}
