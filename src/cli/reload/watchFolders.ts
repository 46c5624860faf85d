import { existsSync, type FSWatcher, watch } from 'node:fs';
import { types } from 'node:util';
import type { Clock } from '../../gateway/clock';

/** What is watched, and who is told. */
export interface FolderWatch {
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
