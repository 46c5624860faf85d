import type { Logger } from 'pino';
import type { Report } from '../gateway/event';

/** Writes what happens beside the requests into the log. */
export function logEvent(logger: Logger): Report {
  return (event) => {
    const { kind, ...members } = event;
    switch (kind) {
      case 'scanEnded':
        logger.info(members, 'list read for an index');
        return;
      case 'indexStoreFailed':
      case 'indexStoreRecovered':
        return; // an alarm, which is notified
      case 'rowsLeftOut':
        logger.warn(members, 'rows of a list are left out: they cannot be translated');
        return;
      case 'unsettled':
        logger.warn(members, 'a part of a bulk write is not done; see `lifeboat writes`');
        return;
    }
  };
}
