import { existsSync, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import type { Logger } from 'pino';
import type { Clock } from '../../contract/clock';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import type { Closers } from '../closers';
import { systemClock } from '../systemClock';

/** Runs an action on every SIGHUP, which would end the process otherwise; the returned function gives it up. */
function onHangup(action: () => void): () => void {
  process.on('SIGHUP', action);
  return () => void process.off('SIGHUP', action);
}

/** What is watched, and who is told. */
interface FolderWatch {
  /** The first one has to be there; the others may come and go. */
  readonly folders: readonly [string, ...string[]];
  /** Tells one state of what matters in them from another; absent: every change matters. */
  readonly state?: () => string;
  readonly clock: Clock;
  /** Something in them has changed, and then nothing for a while. */
  readonly changed: () => void;
  /** A folder cannot be watched, for a reason such as `ENOSPC`. */
  readonly failed: (folder: string, reason: string) => void;
}

/** Folders under watch. */
export interface WatchedFolders {
  /** Opens the watches anew: a folder may have been replaced by another. */
  readonly renew: () => void;
  readonly close: () => void;
}

/** An editor writes a file in several steps, and a person several files: ms of quiet after the last of them. */
const QUIET = 100;

const reasonOf = (error: unknown): string =>
  types.isNativeError(error) && 'code' in error ? String(error.code) : 'unknown';

/** Watches folders, not files, so that a file replaced by another is noticed. Renews itself with every change. */
export function watchFolders({ folders, state, clock, changed, failed }: FolderWatch): WatchedFolders {
  let watchers: FSWatcher[] = [];
  let cancel = (): void => undefined;
  let known = state?.();

  const settle = (): void => {
    const now = state?.();
    // Whatever else is written in the folder neither begins the wait nor makes it longer.
    if (now !== undefined && now === known) return;
    known = now;
    cancel();
    cancel = clock.schedule(QUIET, () => {
      renew();
      changed();
    });
  };
  const open = (folder: string): FSWatcher[] => {
    if (folder !== folders[0] && !existsSync(folder)) return [];
    try {
      const watcher = watch(folder, { persistent: false }, settle);
      watcher.on('error', (error) => failed(folder, reasonOf(error)));
      return [watcher];
    } catch (error) {
      failed(folder, reasonOf(error));
      return [];
    }
  };
  const closeAll = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  const renew = (): void => {
    closeAll();
    watchers = folders.flatMap(open);
  };

  renew();
  return {
    renew,
    close: () => {
      cancel();
      closeAll();
    },
  };
}

/** What is followed, and what is done about it. */
interface FollowParts extends Pick<FolderWatch, 'folders' | 'state'> {
  readonly logger: Logger;
  readonly reload: () => Promise<void>;
  /** The machine's unless given. */
  readonly clock?: Clock | undefined;
}

/** The folders that mappings are in: their fixtures and forms are below the first. */
export const mappingFolders = (folder: string): FolderWatch['folders'] => [
  folder,
  ...[folder, formsFolder(folder)].map((each) => join(each, 'fixtures')),
  formsFolder(folder),
];

/** Reloads on every change in folders that matters, and on SIGHUP. */
export function followFolders(
  { logger, reload, clock = systemClock, ...watching }: FollowParts,
  closers: Closers,
): void {
  const watched = watchFolders({
    ...watching,
    clock,
    changed: () => void reload(),
    failed: (place, reason) =>
      logger.warn({ folder: place, reason }, 'the folder is not watched: send SIGHUP after a change'),
  });
  closers.add(watched.close);
  const stopListening = onHangup(() => {
    watched.renew();
    void reload();
  });
  closers.add(stopListening);
}
