import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../gateway/clock';
import { formsFolder } from '../../mapping/forms/formsFolder';
import type { Closers } from '../closers';
import { onHangup } from './onHangup';
import { watchFolders } from './watchFolders';

/** What is followed, and what is done about it. */
export interface FollowParts {
  /** Folder of the mapping files; their fixtures and forms are below it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reload: () => Promise<void>;
}

/** Reloads on every change in the folder of the mappings, and on SIGHUP. */
export function followMappings({ folder, clock, logger, reload }: FollowParts, closers: Closers): void {
  const watched = watchFolders({
    folders: [
      folder,
      ...[folder, formsFolder(folder)].map((each) => join(each, 'fixtures')),
      formsFolder(folder),
    ],
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
