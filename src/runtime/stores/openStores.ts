import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeepingBounds } from '../../store/comparisonRows';
import type { Config } from '../../config/configuration';
import { type StorePlace, storeText } from '../../config/storePlace';
import { verifyChain } from '../../cutover/stages/stageEvent';
import { failure, type Result, success } from '../../contract/result';
import { type SqliteEngine, sqliteEngine } from '../../store/sqliteEngine';
import type { MemoryStore, WholeStore, StoreAt } from '../../store/wholeStore';
import type { Closers } from '../closers';
import { reasonOf, storeFault } from '../files';
import { systemClock } from '../systemClock';

type Faults = readonly string[];

const addressOf = (store: Exclude<StorePlace, { kind: 'memory' }>): StoreAt =>
  store.kind === 'file' ? store.file : store;

/** Stores of a gateway in one location. */
export interface OpenedStores extends Pick<WholeStore, 'cutover' | 'comparison' | 'counters'> {
  /** Waiting notices. They are undefined for memory, where they end with the process. */
  readonly notices: WholeStore['notices'] | undefined;
  /** Processes that share the store. They are undefined for memory, which nobody shares. */
  readonly members: WholeStore['members'] | undefined;
  /** Index. It is undefined for memory. */
  readonly index: WholeStore['index'] | undefined;
}

type Places = Pick<Config, 'store' | 'index'>;

const filesOf = ({ store, index }: Places): ReadonlySet<string> =>
  new Set(
    [store, index.store].flatMap((storePlace) => (storePlace.kind === 'file' ? [storePlace.file] : [])),
  );

/** Says why this Node must not share the files of the stores among processes. Returns undefined if it may. */
function sharingFault(
  places: Places,
  { version, mayShareFiles }: SqliteEngine = sqliteEngine(),
): string | undefined {
  if (filesOf(places).size === 0 || mayShareFiles) return undefined;
  return `SQLite ${version} of this Node can lose what several processes write into one file`;
}

const SECRET_BYTES = 32;

/**
 * Gives several processes one store and one secret, so that they can meet. Settings that would keep data in memory use
 * a file in a temporary folder instead, which only its owner can read and which is removed at the end. Fails if no file
 * can be created, or if several processes may not share it.
 */
export function shareOneStore(
  { config, workers }: { readonly config: Config; readonly workers: number },
  closers: Closers,
  engine = sqliteEngine(),
): Result<Config, Faults> {
  if (workers === 1) return success(config);
  const { secret } = config.index;
  const value = secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES).toString('base64url');
  const places: StorePlace[] = [config.store, config.index.store].filter(({ kind }) => kind !== 'memory');
  try {
    if (places.length < 2) {
      const folder = mkdtempSync(join(tmpdir(), 'lifeboat-store-'));
      closers.add(() => rmSync(folder, { recursive: true, force: true }));
      places.push({ kind: 'file', file: join(folder, 'lifeboat.db') });
    }
  } catch (error) {
    const text = `--workers: no file can be made where the processes meet: ${reasonOf(error)}`;
    return failure([`${text}\n  = hint: name a file with --store`]);
  }
  const resolvePlace = (store: StorePlace): StorePlace =>
    store.kind === 'memory' ? (places.at(-1) ?? store) : store;
  const index = {
    ...config.index,
    secret: { kind: 'given', value } as const,
    store: resolvePlace(config.index.store),
  };
  const shared = { ...config, store: resolvePlace(config.store), index };
  const fault = sharingFault(shared, engine);
  const hint = 'use Node 24, or a store on a PostgreSQL server with an index.secret';
  return fault === undefined ? success(shared) : failure([`--workers: ${fault}\n  = hint: ${hint}`]);
}

/**
 * Locks the files of the stores for this process, if no other may use them: each of two writers would decide by stages
 * and evidence that the other has changed. Read-only commands take no lock. Workers share the lock of their gateway.
 */
async function lockAlone(
  places: Places,
  engine: SqliteEngine,
  closers: Closers,
): Promise<Faults | undefined> {
  const why = sharingFault(places, engine);
  if (why === undefined) return undefined;
  const { lockFile } = await import('../../store/lockFile.js');
  for (const file of filesOf(places)) {
    try {
      const lock = lockFile(file, systemClock.now());
      if (!lock.isMine) {
        const { pid = 'that starts', host = 'this host', since = 'now' } = lock.holder ?? {};
        const whose = `process ${pid} on ${host} has it, since ${since}; ${why}: use Node 24 to share it`;
        return [`store: ${file}: ${whose}\n  = hint: end that process, or name another file`];
      }
      closers.add(lock.close);
    } catch (error) {
      return [storeFault('store', `${file}.lock`, error, 'move it away: it says only who uses the file')];
    }
  }
  return undefined;
}

const NO_SERVER = 'check that the server runs and that the role may use the database';
const BROKEN_FILE = 'put a copy back, or move the file away to begin at stage v1';

/** Returns the opened store if its log is whole. */
async function checkWholeLog<Opened extends Pick<WholeStore, 'cutover'>>(
  opened: Opened,
  file: string,
): Promise<Result<Opened, Faults>> {
  const verdict = verifyChain(await opened.cutover.events());
  if (verdict.ok) return success(opened);
  const line = `store: ${file}: line ${verdict.seq} of the log is broken: ${verdict.problem}`;
  return failure([`${line}\n  = hint: ${BROKEN_FILE}`]);
}

/** Opens a store that ends with the process. */
export async function openTemporaryStore(bounds?: KeepingBounds): Promise<MemoryStore> {
  const { openMemoryStore } = await import('../../store/wholeStore.js');
  return openMemoryStore(bounds);
}

/** Locks and opens the configured store, and that of the index if it is another one, and verifies the log of a file. */
export async function openStores(
  config: Pick<Config, 'store' | 'comparison' | 'index'>,
  closers: Closers,
  engine = sqliteEngine(),
): Promise<Result<OpenedStores, Faults>> {
  const { store, index, comparison } = config;
  const lockFaults = await lockAlone(config, engine, closers);
  if (lockFaults !== undefined) return failure(lockFaults);
  const bounds = { pairs: comparison.keepPairs, age: comparison.keepMs };
  const file = storeText(config);
  const isShared = storeText(index) === file;
  const otherIndex = isShared ? success(undefined) : await openSeparateIndex(index.store, closers);
  if (!otherIndex.ok) return failure([otherIndex.failure]);
  if (store.kind === 'memory') {
    const opened = await openTemporaryStore(bounds);
    closers.add(opened.close);
    return success({ ...opened, notices: undefined, members: undefined, index: otherIndex.value });
  }
  try {
    const { openWholeStore } = await import('../../store/wholeStore.js');
    const opened = await openWholeStore(addressOf(store), bounds);
    closers.add(opened.close);
    return await checkWholeLog({ ...opened, index: isShared ? opened.index : otherIndex.value }, file);
  } catch (error) {
    return failure([storeFault('store', file, error, store.kind === 'file' ? BROKEN_FILE : NO_SERVER)]);
  }
}

/** Opens a separate store of the index. There is none for memory. A failure is the reason, for people. */
async function openSeparateIndex(
  store: Config['index']['store'],
  closers: Closers,
): Promise<Result<OpenedStores['index'], string>> {
  if (store.kind === 'memory') return success(undefined);
  try {
    const { openStoredIndex } = await import('../../store/wholeStore.js');
    const { index, close } = await openStoredIndex(addressOf(store));
    closers.add(close);
    return success(index);
  } catch (error) {
    return failure(storeFault('store', storeText({ store }), error, 'put a copy in its place'));
  }
}

/** Reads the stores of the gateway without changing them. Returns undefined if they are empty. */
export async function readStores({
  store,
}: Pick<Config, 'store'>): Promise<Result<MemoryStore | undefined, Faults>> {
  if (store.kind === 'memory' || (store.kind === 'file' && !existsSync(store.file)))
    return success(undefined);
  const file = storeText({ store });
  try {
    const { readWholeStore } = await import('../../store/copyStore.js');
    return await checkWholeLog(await readWholeStore(addressOf(store)), file);
  } catch (error) {
    return failure([`store: ${file} cannot be read: ${reasonOf(error)}`]);
  }
}
