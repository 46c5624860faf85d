import { existsSync, type FSWatcher, watch } from 'node:fs';
import type { Logger } from 'pino';
import type { Clock } from '../../contract/clock';
import { shareRounds } from '../../contract/journal';
import { type Platform, platformOf } from '../../contract/platform';
import type { Result } from '../../contract/result';
import type { Alarms } from '../../cutover/alarms';
import { describeThrow } from '../../gateway/gatewayEvents';
import { failureCode } from '../../store/transactions';
import type { Closers } from '../closers';

/** A value that is read from files, and put in force again when they change. */
interface Reloaded<Value> {
  /** Name in the log and in alarms, e.g. `mappings`. */
  readonly what: string;
  /** Says what stays in force after a refusal. */
  readonly stays: string;
  /** True if the log may show the hash. */
  readonly isNamed: boolean;
  /** Hash of the texts in force at the start. */
  readonly hash: string;
  /** Reads and checks the files; `unchanged`: their texts are already in force. */
  readonly load: (inForce: string) => Promise<Result<Value | 'unchanged', readonly string[]>>;
  readonly hashOf: (value: Value) => string;
  /** Puts a checked value in force, in one step. */
  readonly use: (value: Value) => void;
}

/** Services that every followed value uses. */
export interface FollowServices {
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** True if SIGHUP also reloads. */
  readonly reloadOnHangup: boolean;
  /** Platform of the process; absent: the machine's. */
  readonly platform?: Pick<Platform, 'reloads'> | undefined;
}

/**
 * Creates a reload that runs once at a time; requests during one run share the next. It logs every outcome; a refusal
 * raises an alarm until a later reload succeeds.
 */
export function createReload<Value>(
  { what, stays, isNamed, load, hashOf, use, ...reloaded }: Reloaded<Value>,
  { logger, alarms }: Pick<FollowServices, 'logger' | 'alarms'>,
) {
  let { hash } = reloaded;
  const named = (more = {}) => (isNamed ? { [what]: hash, ...more } : {});
  const refuse = (reasons: readonly string[]): void => {
    logger.error({ ...named(), reasons }, `${what} refused; ${stays}`);
    const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
    const text = `a change of the ${what} is refused, ${stays}: ${reasons[0]?.split('\n')[0] ?? ''}${more}`;
    alarms.take(what, [{ kind: `refused ${what}`, severity: 'warning', subject: '*', text }]);
  };
  const once = async (): Promise<void> => {
    const loaded = await load(hash);
    if (!loaded.ok) {
      refuse(loaded.failure);
      return;
    }
    const { value } = loaded;
    if (value === 'unchanged' || hashOf(value) === hash) logger.info(named(), `${what} unchanged`);
    else {
      use(value);
      const replaced = { before: hash };
      hash = hashOf(value);
      logger.info(named(replaced), `${what} replaced`);
    }
    alarms.take(what, []);
  };
  return {
    hash: (): string => hash,
    /** Resolves when the present files, or later ones, have been put in force or refused. Never rejects. */
    // A throw is a bug in a check; the texts in force are still good.
    reload: shareRounds(() => once().catch((thrown: unknown) => refuse([describeThrow(thrown)]))),
  };
}

/** Quiet time (ms) after the last change: an editor writes a file in several steps, and a person several files. */
const QUIET_MS = 100;

interface FolderWatch {
  /** Folders to watch: the first has to exist, the others may come and go. */
  readonly folders: readonly [string, ...string[]];
  /** Describes the watched state: a change matters only when this text changes; absent: every change matters. */
  readonly state?: (() => string) | undefined;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Called after a change in the folders that is followed by a quiet time. */
  readonly changed: () => void;
  /** Called when a folder cannot be watched, with a reason such as `ENOSPC`. */
  readonly failed: (folder: string, reason: string) => void;
}

/** Watches folders, not files, so that a replaced file is noticed. Reopens the watches after every change. */
export function watchFolders({ folders, state, clock, changed, failed }: FolderWatch) {
  let watchers: FSWatcher[] = [];
  let cancel = (): void => undefined;
  let latestState = state?.();
  const closeAll = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  const open = (folder: string, noticed: () => void): FSWatcher[] => {
    if (folder !== folders[0] && !existsSync(folder)) return [];
    try {
      const watcher = watch(folder, { persistent: false }, noticed);
      watcher.on('error', (error) => failed(folder, failureCode(error)));
      return [watcher];
    } catch (error) {
      failed(folder, failureCode(error));
      return [];
    }
  };
  const openAll = (noticed: () => void): void => {
    closeAll();
    watchers = folders.flatMap((folder) => open(folder, noticed));
  };
  const settle = (): void => {
    const presentState = state?.();
    // Other writes in the folder neither start nor extend the wait.
    if (presentState !== undefined && presentState === latestState) return;
    latestState = presentState;
    cancel();
    cancel = clock.schedule(QUIET_MS, () => {
      openAll(settle);
      changed();
    });
  };
  openAll(settle);
  return {
    /** Reopens the watches: a folder may have been replaced. */
    renew: () => openAll(settle),
    close: (): void => {
      cancel();
      closeAll();
    },
  };
}

/** Reloads on every change of the watched state, and on SIGHUP where asked for; checks before anything is used. */
export function followReload<Value>(
  followed: Reloaded<Value> & Pick<FolderWatch, 'folders' | 'state'>,
  services: FollowServices,
  closers: Closers,
): ReturnType<typeof createReload> {
  const { logger, clock, reloadOnHangup, platform = platformOf(process.platform) } = services;
  const { reloads } = platform;
  const reload = createReload(followed, services);
  const remedy = reloads === undefined ? 'restart' : `send ${reloads}`;
  const watched = watchFolders({
    ...followed,
    clock,
    changed: () => void reload.reload(),
    failed: (folder, reason) =>
      logger.warn({ folder, reason }, `the folder is not watched: ${remedy} after a change`),
  });
  closers.add(watched.close);
  if (!reloadOnHangup || reloads === undefined) return reload;
  const hangup = (): void => {
    watched.renew();
    void reload.reload();
  };
  process.on(reloads, hangup);
  closers.add(() => void process.off(reloads, hangup));
  return reload;
}
