import { existsSync, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../contract/clock';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import { type Platform, platformOf } from '../../contract/platform';
import type { Closers } from '../closers';
import { systemClock } from '../systemClock';

/**
 * Runs an action on every such signal, which would end the process otherwise; the returned function removes the
 * listener.
 */
function onEvery(signal: NodeJS.Signals, action: () => void): () => void {
  process.on(signal, action);
  return () => void process.off(signal, action);
}

/** Options of watchFolders. */
interface FolderWatch {
  /** Folders to watch: the first has to exist, the others may come and go. */
  readonly folders: readonly [string, ...string[]];
  /** Describes the watched state: a change matters only when this text changes; absent: every change matters. */
  readonly state?: () => string;
  readonly clock: Clock;
  /** Called after a change in the folders that is followed by a quiet time. */
  readonly changed: () => void;
  /** Called when a folder cannot be watched, with a reason such as `ENOSPC`. */
  readonly failed: (folder: string, reason: string) => void;
}

/** Folders under watch. */
export interface WatchedFolders {
  /** Reopens the watches: a folder may have been replaced. */
  readonly renew: () => void;
  readonly close: () => void;
}

/** Quiet time (ms) after the last change: an editor writes a file in several steps, and a person several files. */
const QUIET = 100;

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Watches folders, not files, so that a replaced file is noticed. Reopens the watches after every change. */
export function watchFolders({ folders, state, clock, changed, failed }: FolderWatch): WatchedFolders {
  let watchers: FSWatcher[] = [];
  let cancel = (): void => undefined;
  let knownState = state?.();

  const settle = (): void => {
    const now = state?.();
    // Other writes in the folder neither start nor extend the wait.
    if (now !== undefined && now === knownState) return;
    knownState = now;
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

/** Options of followFolders. */
interface FollowParts extends Pick<FolderWatch, 'folders' | 'state'> {
  readonly logger: Logger;
  readonly reload: () => Promise<void>;
  /** True if SIGHUP also reloads. */
  readonly reloadOnHangup: boolean;
  /** Clock of the watch; absent: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Platform of the process; absent: the machine's. */
  readonly platform?: Pick<Platform, 'reloads'> | undefined;
}

/** Lists the folders of mappings: the folders of fixtures and forms are below the first. */
export const mappingFolders = (folder: string): FolderWatch['folders'] => [
  folder,
  ...[folder, formsFolder(folder)].map((each) => join(each, 'fixtures')),
  formsFolder(folder),
];

/** Reloads on every change of the watched state, and on SIGHUP where asked for. */
export function followFolders(
  { logger, reload, clock = systemClock, reloadOnHangup, platform, ...watching }: FollowParts,
  closers: Closers,
): void {
  const { reloads } = platform ?? platformOf(process.platform);
  const remedy = reloads === undefined ? 'restart' : `send ${reloads}`;
  const watched = watchFolders({
    ...watching,
    clock,
    changed: () => void reload(),
    failed: (path, reason) =>
      logger.warn({ folder: path, reason }, `the folder is not watched: ${remedy} after a change`),
  });
  closers.add(watched.close);
  if (!reloadOnHangup || reloads === undefined) return;
  const stopListening = onEvery(reloads, () => {
    watched.renew();
    void reload();
  });
  closers.add(stopListening);
}
