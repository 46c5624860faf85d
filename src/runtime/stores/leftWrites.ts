import fs from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import { workInRounds, type Clock } from '../../contract/clock';
import type { Cutover } from '../../cutover/cutover';
import type { LeftWrite } from '../../cutover/writeList';
import { failure, type Result, success } from '../../contract/result';
import type { ReportEvent } from '../../gateway/gatewayEvents';
import type { WriteJournal } from '../../gateway/outcome/recordOutcome';
import { idOfCall, type ListCalls, type UnsettledCall } from '../../gateway/refusal';
import type { Alarms } from '../../cutover/alarms';
import type { Closers } from '../closers';
import { isDiskFull, reasonOf, storeFault } from '../files';
import { JOURNAL, journalName, openWriteJournal, readJournal } from './writeJournal';

/** Returns the folder of the journals of a store. Returns undefined if nothing outlives the process. */
function journalFolder({ store }: Pick<Config, 'store'>): string | undefined {
  if (store.kind === 'memory') return undefined;
  return store.kind === 'file' ? `${store.file}.writes` : `${store.local}.writes`;
}

const on = { severity: 'warning', subject: '*', kind: 'store journal' } as const;

interface JournalParts {
  readonly config: Pick<Config, 'store'> & { readonly writes: Pick<Config['writes'], 'journal'> };
  readonly clock: Clock;
  readonly alarms: Pick<Alarms, 'replaceFindings'>;
}

/** Interval (ms) of the searches for journals of ended processes, and for room on a full disk. */
const SEARCH_MS = 2_000;

/**
 * Opens the journal of this process, locked until its end. Returns undefined if no notes are taken. With a full disk it
 * is opened as soon as there is room, and raises an alarm until then.
 */
export async function openProcessJournal(
  { config, clock, alarms }: JournalParts,
  closers: Closers,
): Promise<
  Result<{ readonly journal: WriteJournal | undefined; readonly file: string | undefined }, string>
> {
  const folder = journalFolder(config);
  const { journal: outlives } = config.writes;
  if (folder === undefined || outlives === 'off') return success({ journal: undefined, file: undefined });
  const file = join(folder, journalName());
  const noteChange = (reason: string | undefined): void => {
    const text = `writes are sent without a note, as the journal fails: ${reason}`;
    alarms.replaceFindings('journal', reason === undefined ? [] : [{ ...on, text }]);
  };
  let opened: WriteJournal | undefined;
  const openJournal = async (): Promise<void> => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { lockFile } = await import('../../store/lockFile.js');
    // The lock comes first, because an unlocked journal means that its process has ended.
    const lock = lockFile(file, clock.now());
    const journal = openWriteJournal({ file, outlives, clock, changed: noteChange });
    closers.add(() => {
      journal.close();
      if (lock.isMine) lock.close();
      if (!fs.existsSync(file)) fs.rmSync(`${file}.lock`, { force: true });
    });
    opened = journal;
    noteChange(undefined);
  };
  const reopenJournal = async (): Promise<void> => {
    if (opened === undefined) await openJournal().catch((error: unknown) => noteChange(reasonOf(error)));
  };
  try {
    await openJournal();
  } catch (error) {
    if (!isDiskFull(error))
      return failure(storeFault('writes.journal', folder, error, 'choose `writes.journal: off`'));
    noteChange(reasonOf(error));
    closers.add(workInRounds({ work: reopenJournal, pause: SEARCH_MS, clock }));
  }
  const journal: WriteJournal = {
    begin: (write) => opened?.begin(write) ?? 0,
    lasting: () => opened?.lasting(),
    end: (note) => opened?.end(note),
  };
  return success({ journal, file });
}

/** Takes over the journal of an ended process, unless `take` cannot store its content yet. */
async function takeOver(
  file: string,
  now: number,
  take: (writes: readonly LeftWrite[]) => Promise<boolean>,
): Promise<void> {
  const { lockFile } = await import('../../store/lockFile.js');
  const lock = lockFile(file, now);
  if (!lock.isMine) return;
  const isKept = await take(readJournal(fs.readFileSync(file, 'utf8'))).catch(() => false);
  if (isKept) for (const journalFile of [file, `${file}.new`]) fs.rmSync(journalFile, { force: true });
  lock.close();
  if (isKept) fs.rmSync(`${file}.lock`, { force: true });
}

interface LeftWritesParts {
  readonly config: Pick<Config, 'store'>;
  /** Journal of this process: reading it would release its lock (POSIX, close). */
  readonly own: string | undefined;
  readonly cutover: Pick<Cutover, 'leftBehind'>;
  /** Reads the resources of newly listed writes back, if their callers are known. */
  readonly readBack: (writes: readonly LeftWrite[]) => void;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Lists the writes that were running when a process ended: those of earlier processes now, and those of a worker that
 * ends later within a few seconds. The journal of a write that cannot be stored yet stays, so that nothing is lost.
 */
export async function followLeftWrites(
  { config, own: ownFile, cutover, readBack, logger, clock }: LeftWritesParts,
  closers: Closers,
): Promise<void> {
  const folder = journalFolder(config);
  if (folder === undefined) return;
  const takeWrites = async (writes: readonly LeftWrite[]): Promise<boolean> => {
    if (writes.length === 0) return true;
    const { added, isKept } = await cutover.leftBehind(writes);
    if (added.length > 0)
      logger.warn(
        { writes: added.length },
        'writes were under way when a process ended; see `lifeboat writes`',
      );
    readBack(added);
    return isKept;
  };
  let failing = '';
  const takeOverJournals = async (): Promise<void> => {
    try {
      const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
      for (const name of names)
        if (name.endsWith(JOURNAL) && join(folder, name) !== ownFile)
          await takeOver(join(folder, name), clock.now(), takeWrites);
      failing = '';
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== failing)
        logger.error({ err: error, folder }, 'the journal of a process that has ended cannot be read');
      failing = reason;
    }
  };
  await takeOverJournals();
  closers.add(workInRounds({ work: takeOverJournals, pause: SEARCH_MS, clock }));
}

/** Maximum number of listed calls of one request; v1 shows no more on a page. */
const MAX_LISTED_CALLS = 1_000;

function writeOf(unsettled: UnsettledCall) {
  const { resource, operation, caller, problem, method, path } = unsettled;
  const call = { id: idOfCall(unsettled), target: `${method} ${path}`, side: 'v2' as const };
  return { ...call, resource, operation, caller, problem };
}

/** Creates the function that adds the unsettled calls of a bulk change to the writes that a person has to check. */
export const createUnsettledList =
  ({ ambiguous, undone }: Pick<Cutover, 'ambiguous' | 'undone'>, report: ReportEvent): ListCalls =>
  async (unsettled) => {
    // A key that v2 does not know has no writes.
    const owned = unsettled.filter(({ problem }) => problem !== 'unauthenticated');
    const listedCalls = owned.slice(0, MAX_LISTED_CALLS);
    await Promise.all([
      undone(listedCalls.filter((call) => !call.ambiguous).map(writeOf)),
      ...listedCalls
        .filter((call) => call.ambiguous)
        .map((call) => ambiguous({ ...writeOf(call), executed: call.executed })),
    ]);
    const [firstUnsettled] = unsettled;
    if (firstUnsettled === undefined) return;
    const { requestId, operation } = firstUnsettled;
    const unlisted = owned.length - listedCalls.length;
    report({ kind: 'unsettled', requestId, operation, left: unsettled.length, unlisted });
  };
