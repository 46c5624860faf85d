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
        logger.error(members, 'the index store failed; the index is kept in memory until it works again');
        return;
      case 'indexStoreRecovered':
        logger.info('the index store works again');
        return;
      case 'unsettled':
        logger.warn(members, 'a part of a bulk write is not done; see `lifeboat writes`');
        return;
    }
  };
}
