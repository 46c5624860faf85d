import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/configuration';
import { summarizeLedgers } from '../../mapping/compile/ledger';
import { loadMappings, type Mappings } from '../../mapping/compile/loadMappings';
import type { Fault } from '../../mapping/yaml/fileFault';
import { loadFixtures } from '../../mapping/yaml/fixtureFile';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import { rehearse } from '../../proof/fixturesPlay';
import { openAccessTokens } from '../../runtime/admin/accessTokens';
import { hintOf, reasonOf } from '../../runtime/files';
import { readEvidenceFiles } from '../../runtime/inputFiles';
import { readTls } from '../../runtime/reload/secrets';
import { relayFault } from '../../runtime/stores/eventRelay';
import { readMigrations } from '../../store/migrations';
import { inspectStore } from '../../store/sqliteStore';
import { connectServer, type PostgresPlace } from '../../store/postgresServer';
import { storeMigrations } from '../../store/schema';
import { sqliteEngine } from '../../store/sqliteEngine';
import {
  type CheckRun,
  type CheckSteps,
  error,
  okFinding,
  type DoctorFinding,
  warning,
} from './doctorFindings';
import type { Environment } from '../../config';
import { platformOf } from '../../contract/platform';
import { failure, type Result, success } from '../../contract/result';
import { readBearer } from '../../gateway/keys/clientKeys';
import { listKeys } from '../../gateway/keys/editKeyTable';
import { loadKeyTable, readExchanges } from '../../gateway/keys/keyTable';

/** Checks that the store's file, which does not exist yet, can be made. */
function checkStoreFolder(file: string): DoctorFinding {
  try {
    accessSync(dirname(file), constants.W_OK);
    return okFinding(`${file} will be made`);
  } catch (thrown) {
    return error(`${file} cannot be made: ${reasonOf(thrown)}`, 'name another file in the settings');
  }
}

/** Checks that the store's file can be read and written, and that SQLite finds no damage in it. */
function checkStoreFile(file: string): DoctorFinding {
  const advice = 'put a copy in its place: it holds the stage moves';
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    const verdict = inspectStore(file);
    if (verdict === 'ok') return okFinding(`${file} is sound`);
    return error(`${file} is damaged: ${verdict}`, advice);
  } catch (thrown) {
    return error(`${file} cannot be used: ${reasonOf(thrown)}`, advice);
  }
}

/** Says what the next start does with a store of another version. */
function* checkVersion(file: string): CheckSteps {
  const { lacking, isNewer } = readMigrations(file, storeMigrations);
  if (isNewer)
    yield error(`${file} was written by a newer version`, 'run that version, or name another file');
  else if (lacking > 0) {
    const changes = lacking === 1 ? 'one change' : `${lacking} changes`;
    yield warning(
      `${file} was written by an older version: the next start makes ${changes} to its tables`,
      'copy it first if you may go back: the older version cannot open it then',
    );
  }
}

async function checkServer(postgresPlace: PostgresPlace): Promise<DoctorFinding> {
  try {
    const server = await connectServer(postgresPlace);
    await server.close();
    return okFinding(`${postgresPlace.shown} can be reached and written`);
  } catch (thrown) {
    const advice = hintOf(thrown) ?? 'check that the server runs and that the role may use the database';
    return error(`${postgresPlace.shown} cannot be used: ${reasonOf(thrown)}`, advice);
  }
}

/** Checks that the store can be opened; creates and changes nothing. */
export async function* checkStore({ store }: Pick<Config, 'store'>): CheckRun {
  if (store.kind === 'memory')
    return yield okFinding('in memory: stage moves, evidence and index are lost with the process');
  if (store.kind === 'postgres') return yield await checkServer(store);
  const { file } = store;
  const finding = existsSync(file) ? checkStoreFile(file) : checkStoreFolder(file);
  yield finding;
  if (existsSync(file) && finding.severity === 'ok') yield* checkVersion(file);
  const { version, mayShareFiles } = sqliteEngine();
  if (mayShareFiles) yield okFinding(`SQLite ${version}`);
  else yield warning(`SQLite ${version}: one process at a time may use the file`, 'use Node 24 to share it');
}

/** Says where the index of logins is lost with the process, although the store is kept. */
export function* checkIndex({ store, index }: Pick<Config, 'store' | 'index'>): CheckSteps {
  if (store.kind === 'file' && index.store.kind !== 'file')
    yield okFinding('in memory: without index.secret the index of logins is read anew after every start');
}

/** Renders a fault of a file as a finding. */
const faultFinding = ({ file, line, message, hint }: Fault): DoctorFinding =>
  error(`${file}:${line}: ${message}`, hint);

async function* checkFixtures(folder: string, { operations, forms }: Mappings): CheckRun {
  const fixtures = loadFixtures(folder, formsFolder(folder));
  if (!fixtures.ok) return yield* fixtures.failure.map(faultFinding);
  const differences = await rehearse(fixtures.value, [...operations, ...forms]);
  for (const { place: position, fixture, what } of differences)
    yield error(`${position}: ${fixture}: ${what} is not as expected`, 'run: lifeboat check');
  if (differences.length === 0) yield okFinding(`${fixtures.value.length} fixtures as expected`);
}

/** Checks the mappings, and hands them over if they can be used. */
export async function* checkMappings(
  { mappings: folder, dates }: Pick<Config, 'mappings' | 'dates'>,
  handOver: (mappings: Mappings) => void,
): CheckRun {
  try {
    const mappings = loadMappings(folder, dates);
    // Fixtures have the date styles of the files.
    const written = dates === undefined ? mappings : loadMappings(folder);
    if (!mappings.ok) return yield* mappings.failure.map(faultFinding);
    if (!written.ok) return yield* written.failure.map(faultFinding);
    yield okFinding(`${mappings.value.hash}: ${summarizeLedgers(mappings.value.ledgers)}`);
    yield* checkFixtures(folder, written.value);
    handOver(mappings.value);
  } catch (thrown) {
    yield error(`cannot be read: ${reasonOf(thrown)}`, 'see the setting "mappings"');
  }
}

/**
 * Checks what a start reads besides, and refuses to start with: the certificate, the agreed differences, the plan and
 * the receiver of events. The tokens of the admin port are read later, and a fault keeps people out.
 */
export function* checkStart(config: Config, mappings: Mappings): CheckSteps {
  const { tls } = config.listen;
  const certificate = tls.kind === 'off' ? success(undefined) : readTls(tls);
  const evidence = readEvidenceFiles(config, mappings, { colour: false });
  const events = relayFault(config, mappings, config.store.kind !== 'memory');
  const reasons = [certificate, evidence].flatMap((read) => (read.ok ? [] : read.failure));
  for (const reason of [...reasons, ...(events === undefined ? [] : [events])])
    yield error(reason.split('\n')[0] ?? '', /= hint: (.*)/.exec(reason)?.[1]);
  const complaints: string[] = [];
  const { tokens: file } = config.admin;
  openAccessTokens({ setting: undefined, file, complain: (reason) => complaints.push(reason) }).list();
  for (const complaint of complaints)
    yield warning(`admin.tokens: ${complaint}`, 'mend it: none of its tokens opens the admin port');
}

/** Reads the operator's key from the named environment variable. Returns undefined if no variable was named. */
export function operatorKey(
  name: string | undefined,
  environment: Environment,
): Result<string | undefined, DoctorFinding> {
  if (name === undefined) return success(undefined);
  const value = environment[name] ?? '';
  if (value === '') return failure(error(`${name} is not set`, 'put a key of v2 into it'));
  if (readBearer(`Bearer ${value}`) === value) return success(value);
  return failure(error(`what ${name} holds is not a key`, 'a key is one word without blanks or line ends'));
}

/** Checks how keys are passed to v2, and how old the keys of the exchange table are at `now` (ms). */
export async function* checkKeys(
  keys: Config['keys'],
  environment: Environment,
  now: number,
  platform = platformOf(process.platform),
): CheckRun {
  if (keys.kind === 'passOn')
    return yield okFinding(
      'the keys of clients go to v2 as they are: v2 has to accept the keys that clients hold',
    );
  const parsedTable = await loadKeyTable(keys.file, platform);
  if (!parsedTable.ok) return yield* parsedTable.failure.map(faultFinding);
  const listedKeys = listKeys(parsedTable.value.table, now);
  if (listedKeys.length === 0)
    return yield warning(
      'the exchange table is empty: every v1 request is answered 401',
      'add a key: lifeboat keys add NAME',
    );
  const oldest = Math.max(...listedKeys.map(({ ageDays }) => ageDays));
  const paths = keys.v2Paths === 'exchange' ? '/v1 and /v2' : '/v1';
  yield okFinding(`${listedKeys.length} in the exchange table for ${paths}, the oldest ${oldest} days old`);
  if (!platform.hasModes)
    yield warning(
      `who may read ${keys.file} cannot be checked on this system`,
      `if in doubt: ${platform.protect(keys.file)}`,
    );
  const exchanges = readExchanges(parsedTable.value, environment);
  if (!exchanges.ok) yield* exchanges.failure.map(faultFinding);
  for (const { name, warning: text } of listedKeys)
    if (text !== undefined) yield warning(`${name} is ${text}`, `run: lifeboat keys add ${name}`);
}
