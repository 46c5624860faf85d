import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Clock, workInRounds } from '../../contract/clock';
import { createSharedRounds } from '../../contract/journal';
import { type Platform, platformOf } from '../../contract/platform';
import { failure, type Result } from '../../contract/result';
import type { Alarms } from '../../cutover/alarms';
import { describeThrow } from '../../gateway/gatewayEvents';
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
  /** True to check the texts in force once more after the start, which reads them without the checks that take long. */
  readonly isCheckedLater?: boolean;
  /** Reads and checks the files. `unchanged`: their texts are already in force. */
  readonly load: (inForce: string) => Promise<Result<Value | 'unchanged', readonly string[]>>;
  readonly hashOf: (value: Value) => string;
  /** Puts a checked value in force, in one step. */
  readonly use: (value: Value) => void;
}

/** Services that every followed value uses. */
export interface FollowServices {
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'replaceFindings'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** True if SIGHUP also reloads. */
  readonly reloadOnHangup: boolean;
  /** Platform of the process. Absent: the machine's. */
  readonly platform?: Pick<Platform, 'reloads'> | undefined;
}

/** Most reasons of a refusal in the log, and most characters of one: a broken law comes with a whole object. */
const MAX_REASONS = 5;
const MAX_REASON_CHARACTERS = 500;

/**
 * Creates a reload that runs once at a time. Requests during one run share the next. It logs every outcome. A refusal
 * raises an alarm until a later reload succeeds.
 */
export function createReload<Value>(
  { what, stays, isNamed, isCheckedLater = false, load, hashOf, use, ...reloaded }: Reloaded<Value>,
  { logger, alarms }: Pick<FollowServices, 'logger' | 'alarms'>,
) {
  let { hash } = reloaded;
  let hasPassed = !isCheckedLater;
  let isEnded = false;
  const describeReload = (more = {}) => (isNamed ? { [what]: hash, ...more } : {});
  const raiseRefusal = (reasons: readonly string[], [logged, raised]: readonly [string, string]): void => {
    // The end of the gateway breaks a check off, which says nothing about the texts.
    if (isEnded) return;
    const shownReasons = reasons
      .slice(0, MAX_REASONS)
      .map((reason) => reason.slice(0, MAX_REASON_CHARACTERS));
    const otherReasons = reasons.length - shownReasons.length;
    const others = otherReasons > 0 && { others: otherReasons };
    logger.error({ ...describeReload(), reasons: shownReasons, ...others }, logged);
    const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
    const text = `${raised}: ${shownReasons[0]?.split('\n')[0] ?? ''}${more}`;
    alarms.replaceFindings(what, [{ kind: `refused ${what}`, severity: 'warning', subject: '*', text }]);
  };
  const refuseReload = (reasons: readonly string[]): void =>
    raiseRefusal(reasons, [`${what} refused; ${stays}`, `a change of the ${what} is refused, ${stays}`]);
  const checkInForce = async (): Promise<void> => {
    const checked = await load('').catch((thrown: unknown) => failure([describeThrow(thrown)]));
    hasPassed = checked.ok;
    if (checked.ok) {
      logger.info(describeReload(), `${what} checked`);
      return;
    }
    raiseRefusal(checked.failure, [
      `${what} in force, but a change to them would be refused`,
      `the ${what} in force do not pass their own checks (run \`lifeboat check\`)`,
    ]);
  };
  const reloadOnce = async (): Promise<void> => {
    const loaded = await load(hasPassed ? hash : '');
    if (!loaded.ok) {
      refuseReload(loaded.failure);
      return;
    }
    hasPassed = true;
    const { value } = loaded;
    if (value === 'unchanged' || hashOf(value) === hash) logger.info(describeReload(), `${what} unchanged`);
    else {
      use(value);
      const replaced = { before: hash };
      hash = hashOf(value);
      logger.info(describeReload(replaced), `${what} replaced`);
    }
    alarms.replaceFindings(what, []);
  };
  return {
    hash: (): string => hash,
    /** Resolves when the present files, or later ones, have been put in force or refused. Never rejects. */
    // A throw is a bug in a check; the texts in force are still good.
    reload: createSharedRounds(() =>
      reloadOnce().catch((thrown: unknown) => refuseReload([describeThrow(thrown)])),
    ),
    /** Resolves when the texts in force have been checked. Raises an alarm if they do not pass. Never rejects. */
    checkInForce,
    /** Lets no refusal be told any more. */
    end: (): void => void (isEnded = true),
  };
}

/**
 * Pause (ms) between two looks at the files. They are read once two looks agree: an editor writes a file in several
 * steps, and a person several files.
 */
const LOOK_PAUSE_MS = 500;

/** Time (ms) from the start to the check of the texts in force: the first requests come before it. */
const CHECK_DELAY_MS = 3_000;

/** Describes a file, after links: the text changes when it is replaced, written or removed. */
const stateOfFile = (file: string): Promise<string> =>
  stat(file).then(
    ({ ino, size, mtimeMs, ctimeMs }) => [file, ino, size, mtimeMs, ctimeMs].join(' '),
    () => '',
  );

/** Describes the files in folders that may be missing, after links: the text changes when any of them does. */
export async function stateOfFolders(folders: readonly string[]): Promise<string> {
  const names = await Promise.all(
    folders.map((folder) =>
      readdir(folder).then(
        (entries) => entries.map((name) => join(folder, name)),
        () => [],
      ),
    ),
  );
  return stateOfFiles(names.flat());
}

/** Describes files that may be missing, after links: the text changes when any of them does. */
export const stateOfFiles = async (files: readonly string[]): Promise<string> =>
  (await Promise.all(files.map(stateOfFile))).join('\n');

/**
 * Reloads after every change of the files, and on SIGHUP where asked for. Checks before anything is used. It looks at
 * the files again and again, because the system tells of no change on network disks and in many containers.
 */
export async function followReload<Value>(
  { state, ...followed }: Reloaded<Value> & { readonly state: () => Promise<string> },
  { clock, reloadOnHangup, platform = platformOf(process.platform), ...services }: FollowServices,
  closers: Closers,
): Promise<ReturnType<typeof createReload>> {
  const { reloads } = platform;
  const reload = createReload(followed, services);
  let isClosed = false;
  const startState = await state();
  let loadedState = startState;
  let seenState = startState;
  const reloadIfChanged = async (): Promise<void> => {
    const present = await state();
    if (!isClosed && present === seenState && present !== loadedState) {
      loadedState = present;
      void reload.reload();
    }
    seenState = present;
  };
  const checkUnchanged = async (): Promise<void> => {
    // Files that have changed meanwhile are checked by their reload.
    if ((await state()) === startState && !isClosed) await reload.checkInForce();
  };
  if (followed.isCheckedLater === true)
    closers.add(clock.schedule(CHECK_DELAY_MS, () => void checkUnchanged()));
  const endLooks = workInRounds({ work: reloadIfChanged, pause: LOOK_PAUSE_MS, clock });
  closers.add(() => {
    isClosed = true;
    reload.end();
    return endLooks();
  });
  if (!reloadOnHangup || reloads === undefined) return reload;
  const reloadOnSignal = (): void => void reload.reload();
  process.on(reloads, reloadOnSignal);
  closers.add(() => void process.off(reloads, reloadOnSignal));
  return reload;
}
