import type { Logger } from 'pino';
import { systemClock } from '../systemClock';
import { createBreather } from './createBreather';
import { createReload, type Reload, type ReloadParts } from './createReload';
import { loadCandidate } from './loadCandidate';
import { logReload } from './logReload';

/** What is reloaded, and from where. */
export interface ReloadSource extends Pick<ReloadParts, 'hash' | 'use'> {
  readonly folder: string;
  readonly logger: Logger;
}

/** Reloading from a folder, with the log told of every outcome. */
export const openReload = ({ folder, hash, use, logger }: ReloadSource): Reload =>
  createReload({
    hash,
    use,
    load: () => loadCandidate(folder, createBreather(systemClock)),
    attempt: async (candidate) => {
      // Only here: a gateway whose mappings stay as they are need not load the laws.
      const { reloadTrial, tryCandidate } = await import('./tryCandidate.js');
      return tryCandidate(candidate, reloadTrial, createBreather(systemClock));
    },
    report: logReload(logger),
  });
