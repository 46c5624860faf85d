import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../gateway/clock';
import { formsFolder } from '../../mapping/forms/formsFolder';
import type { Closers } from '../closers';
import { systemClock } from '../systemClock';
import { onHangup } from './onHangup';
import { type FolderWatch, watchFolders } from './watchFolders';

/** What is followed, and what is done about it. */
export interface FollowParts extends Pick<FolderWatch, 'folders' | 'state'> {
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
export function followFolders({ logger, reload, clock = systemClock, ...watching }: FollowParts, closers: Closers): void {
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
