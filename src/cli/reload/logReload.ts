import type { Logger } from 'pino';
import type { ReloadOutcome } from './reloadOutcome';

/** Writes into the log how a reload ended. */
export function logReload(logger: Logger): (outcome: ReloadOutcome) => void {
  return (outcome) => {
    switch (outcome.kind) {
      case 'replaced':
        logger.info({ mappings: outcome.hash, before: outcome.before }, 'mappings replaced');
        return;
      case 'unchanged':
        logger.info({ mappings: outcome.hash }, 'mappings unchanged');
        return;
      case 'refused':
        logger.error(
          { mappings: outcome.hash, reasons: outcome.reasons },
          'mappings refused; the ones in force stay',
        );
        return;
    }
  };
}
