import type { Logger } from 'pino';
import type { Alarms } from '../../cutover/alarms';
import { systemClock } from '../systemClock';
import { createBreather } from './createBreather';
import { createReload, type Reload, type ReloadParts } from './createReload';
import { type Candidate, loadCandidate } from './loadCandidate';
import { reportReload } from './reportReload';

/** What is reloaded, and from where. */
export interface ReloadSource extends Pick<ReloadParts<Candidate>, 'hash' | 'use'> {
  readonly folder: string;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
}

/** Reloading the mappings from a folder; the log hears of every outcome, and a refusal is an alarm. */
export const openReload = ({ folder, hash, use, logger, alarms }: ReloadSource): Reload =>
  createReload({
    hash,
    use,
    load: () => loadCandidate(folder, createBreather(systemClock)),
    hashOf: ({ mappings }) => mappings.hash,
    attempt: async (candidate) => {
      // Only here: a gateway whose mappings stay as they are need not load the laws.
      const { reloadTrial, tryCandidate } = await import('./tryCandidate.js');
      return tryCandidate(candidate, reloadTrial, createBreather(systemClock));
    },
    report: reportReload({ what: 'mappings', stays: 'the ones in force stay', named: true, logger, alarms }),
  });
