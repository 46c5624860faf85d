import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/configuration';
import { inspectStore } from '../../store/openStore';
import { readMigrations } from '../../store/migrations';
import { storeMigrations } from '../../store/schema';
import { sqliteEngine } from '../../store/sqliteEngine';
import { connectServer, type PostgresPlace } from '../../store/postgresServer';
import { type Finding, type FindingMaker, findingsAbout } from './doctorFindings';
import { hintOf, reasonOf } from '../../runtime/files';
import { rehearse } from '../../proof/fixturesPlay';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import { loadFixtures } from '../../mapping/yaml/fixtureFile';
import { type DateStyles, loadMappings, type Mappings } from '../../mapping/compile/loadMappings';
import { summarizeLedgers } from '../../mapping/compile/ledger';
import type { Fault } from '../../mapping/yaml/fileFault';

function checkFolder(file: string, { ok, error }: FindingMaker): Finding {
  try {
    accessSync(dirname(file), constants.W_OK);
    return ok(`${file} will be made`);
  } catch (thrown) {
    return error(`${file} cannot be made: ${reasonOf(thrown)}`, 'name another file in the settings');
  }
}

function checkFile(file: string, advice: string, { ok, error }: FindingMaker): Finding {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    const verdict = inspectStore(file);
    return verdict === 'ok' ? ok(`${file} is sound`) : error(`${file} is damaged: ${verdict}`, advice);
  } catch (thrown) {
    return error(`${file} cannot be used: ${reasonOf(thrown)}`, advice);
  }
}

/** Names the SQLite version inside this Node. */
function checkEngine({ ok, warning }: FindingMaker): Finding {
  const { version, mayShareFiles } = sqliteEngine();
  if (mayShareFiles) return ok(`SQLite ${version}`);
  return warning(`SQLite ${version}: one process at a time may use the file`, 'use Node 24 to share it');
}

/** Says what the next start does with a store of another version. */
function checkVersion(file: string, { warning, error }: FindingMaker): readonly Finding[] {
  const { lacking, isNewer } = readMigrations(file, storeMigrations);
  if (isNewer)
    return [error(`${file} was written by a newer version`, 'run that version, or name another file')];
  if (lacking === 0) return [];
  const changes = lacking === 1 ? 'one change' : `${lacking} changes`;
  const message = `${file} was written by an older version: the next start makes ${changes} to its tables`;
  return [warning(message, 'copy it first if you may go back: the older version cannot open it then')];
}

async function checkServer(postgresPlace: PostgresPlace, { ok, error }: FindingMaker): Promise<Finding> {
  try {
    const server = await connectServer(postgresPlace);
    await server.close();
    return ok(`${postgresPlace.shown} can be reached and written`);
  } catch (thrown) {
    const advice = hintOf(thrown) ?? 'check that the server runs and that the role may use the database';
    return error(`${postgresPlace.shown} cannot be used: ${reasonOf(thrown)}`, advice);
  }
}

/** Checks that the store can be opened; creates and changes nothing. */
export async function checkStore({ store, index }: Pick<Config, 'store' | 'index'>): Promise<Finding[]> {
  const says = findingsAbout('store');
  if (store.kind === 'memory')
    return [says.ok('in memory: stage moves, evidence and index are lost with the process')];
  if (store.kind === 'postgres') return [await checkServer(store, says)];
  const { file } = store;
  const advice = 'put a copy in its place: it holds the stage moves';
  const finding = existsSync(file) ? checkFile(file, advice, says) : checkFolder(file, says);
  const isSound = existsSync(file) && finding.severity === 'ok';
  const version = [...(isSound ? checkVersion(file, says) : []), checkEngine(says)];
  if (index.store.kind === 'file') return [finding, ...version];
  const anew = 'in memory: without index.secret the index of logins is read anew after every start';
  return [finding, ...version, findingsAbout('index').ok(anew)];
}

const { ok, error } = findingsAbout('mappings');

const ADVICE = 'run: lifeboat check';

const faultFinding = ({ file, line, message, hint }: Fault): Finding =>
  error(`${file}:${line}: ${message}`, hint);

async function played(folder: string, { operations, forms }: Mappings): Promise<Finding[]> {
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) return fixtures.failure.map(faultFinding);
  const ofForms = loadFixtures(formsFolder(folder));
  if (!ofForms.ok) return ofForms.failure.map(faultFinding);
  const all = [...fixtures.value, ...ofForms.value];
  const differences = await rehearse(all, [...operations, ...forms]);
  const failed = differences.map(({ place: position, fixture, what }) =>
    error(`${position}: ${fixture}: ${what} is not as expected`, ADVICE),
  );
  return failed.length > 0 ? failed : [ok(`${all.length} fixtures as expected`)];
}

/** Checks the mappings; returns the findings, and the mappings themselves if they can be used. */
export async function checkMappings(
  folder: string,
  dates?: DateStyles,
): Promise<{ readonly findings: Finding[]; readonly mappings?: Mappings }> {
  try {
    const mappings = loadMappings(folder, dates);
    if (!mappings.ok) return { findings: mappings.failure.map(faultFinding) };
    // Fixtures have the date styles of the files.
    const written = dates === undefined ? mappings : loadMappings(folder);
    if (!written.ok) return { findings: written.failure.map(faultFinding) };
    const { hash, ledgers } = mappings.value;
    const findings = [ok(`${hash}: ${summarizeLedgers(ledgers)}`), ...(await played(folder, written.value))];
    return { findings, mappings: mappings.value };
  } catch (thrown) {
    return { findings: [error(`cannot be read: ${reasonOf(thrown)}`, 'see the setting "mappings"')] };
  }
}
