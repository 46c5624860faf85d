import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config/configuration';
import type { Result } from '../../contract/result';
import { areShipped, type Mappings } from '../../mapping/compile/loadMappings';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import type { Closers } from '../closers';
import type { WorkerPool } from '../cluster/workerPool';
import type { Worker } from '../worker';
import type { Candidate, MappingSource } from './mappingsThread';
import { followReload, type FollowServices, stateOfFiles, stateOfFolders } from './reload';
import { readTable, readTls, type Secrets, type SecretSources } from './secrets';

interface FollowedFiles extends Secrets, SecretSources, Omit<FollowServices, 'alarms'> {
  readonly mappings: Mappings;
  readonly worker: Worker;
  /** Absent if this process answers clients itself. */
  readonly pool: WorkerPool | undefined;
}

/** Returns the source from which the mappings of these settings are read. */
export const mappingSource = ({ mappings: folder, dates }: Config): MappingSource => ({ folder, dates });

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** A secret in files; neither it nor its hash is ever shown. */
interface FollowedSecret<Value> {
  readonly what: string;
  readonly files: readonly string[];
  readonly value: Value;
  readonly load: () => Promise<Result<Value, readonly string[]>>;
  readonly use: (value: Value) => void;
}

async function followSecret<Value>(
  { files, value, ...secret }: FollowedSecret<Value>,
  services: FollowServices,
  closers: Closers,
): Promise<void> {
  const followed = { stays: 'the one in force stays', isNamed: false, hash: hashOf(value), hashOf };
  await followReload({ ...secret, ...followed, state: () => stateOfFiles(files) }, services, closers);
}

async function followSecrets(
  followedFiles: FollowedFiles,
  services: FollowServices,
  closers: Closers,
): Promise<void> {
  const { config, environment, keyTable, tls, logger, worker, pool } = followedFiles;
  const { keys: settings, listen } = config;
  /** Fills the indexes of the exchange table's keys if the settings ask for it. */
  const warmIndexes = async (): Promise<void> => {
    if (!config.index.warm) return;
    logger.info({ indexes: (await worker.indexes(true)).length }, 'indexes are being filled');
  };
  const startWarming = (): void =>
    void warmIndexes().catch((error: unknown) =>
      logger.error({ err: error }, 'the indexes could not be filled'),
    );
  startWarming();
  if (settings.kind === 'exchange') {
    const table: FollowedSecret<Secrets['keyTable']> = {
      what: 'key table',
      files: [settings.file],
      value: keyTable,
      load: () => readTable({ settings, environment, colour: false }),
      use: (next) => {
        worker.useKeyTable(next);
        pool?.use({ keyTable: next });
        startWarming();
      },
    };
    await followSecret(table, services, closers);
  }
  if (listen.tls.kind === 'off' || tls === undefined) return;
  const { cert, key } = listen.tls;
  const certificate: FollowedSecret<typeof tls> = {
    what: 'certificate',
    files: [cert, key],
    value: tls,
    load: () => Promise.resolve(readTls({ cert, key })),
    use: (next) => {
      worker.useTls(next);
      pool?.use({ tls: next });
    },
  };
  await followSecret(certificate, services, closers);
}

/** Reloads mappings, keys and certificate when their files change. Returns a function that gives the mappings' hash. */
export async function followFiles(followedFiles: FollowedFiles, closers: Closers): Promise<() => string> {
  const { config, mappings, worker, pool } = followedFiles;
  const services = { ...followedFiles, alarms: worker.evidence.cutover.alarms };
  await followSecrets(followedFiles, services, closers);
  const source = mappingSource(config);
  let latestMappings = mappings;
  const useCandidate = async ({ mappings: next, fixtures }: Candidate): Promise<void> => {
    latestMappings = next;
    await worker.use(next, fixtures);
    // Skipped if newer mappings have been loaded meanwhile.
    if (latestMappings === next) pool?.use({ mappings: next.texts });
  };
  const forms = formsFolder(source.folder);
  const folders = [source.folder, join(source.folder, 'fixtures'), join(forms, 'fixtures'), forms];
  const { hash } = await followReload<Candidate>(
    {
      what: 'mappings',
      stays: 'the ones in force stay',
      isNamed: true,
      isCheckedLater: !areShipped(mappings),
      state: () => stateOfFolders(folders),
      hash: mappings.hash,
      load: (inForce) => worker.thread.read(source, inForce),
      hashOf: (candidate) => candidate.mappings.hash,
      use: (candidate) => void useCandidate(candidate),
    },
    services,
    closers,
  );
  return hash;
}
