import type { Logger } from 'pino';
import type { Alarms, Finding } from '../../cutover/alarms';
import type { ReloadOutcome } from './reloadOutcome';

/** What is reloaded, and who hears of it. */
export interface ReloadNews {
  /** Names it, e.g. `mappings`. */
  readonly what: string;
  /** Says of a refusal what is in force then. */
  readonly stays: string;
  /** True where the log may name it by its hash. */
  readonly named: boolean;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
}

function findingsOf(outcome: ReloadOutcome, { what, stays }: ReloadNews): readonly Finding[] {
  if (outcome.kind !== 'refused') return [];
  const { reasons } = outcome;
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
  const text = `a change of the ${what} is refused, ${stays}: ${reasons[0]?.split('\n')[0] ?? ''}${more}`;
  return [{ kind: `refused ${what}`, severity: 'warning', subject: '*', text }];
}

/** Tells the log of every outcome of a reload; a refusal is an alarm until something is taken over. */
export function reportReload(news: ReloadNews): (outcome: ReloadOutcome) => void {
  const { what, stays, named, logger, alarms } = news;
  const log = (outcome: ReloadOutcome): void => {
    const hash = named ? { [what]: outcome.hash } : {};
    switch (outcome.kind) {
      case 'replaced':
        logger.info(named ? { ...hash, before: outcome.before } : {}, `${what} replaced`);
        return;
      case 'unchanged':
        logger.info(hash, `${what} unchanged`);
        return;
      case 'refused':
        logger.error({ ...hash, reasons: outcome.reasons }, `${what} refused; ${stays}`);
    }
  };
  return (outcome) => {
    log(outcome);
    alarms.take(what, findingsOf(outcome, news));
  };
}
