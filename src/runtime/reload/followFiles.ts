import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/configuration';
import { type Result, success } from '../../contract/result';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import type { Tls } from '../../http/server/openServer';
import { warming } from '../adminPort';
import type { Closers } from '../closers';
import type { Workers } from '../cluster/cluster';
import type { Candidate, MappingSource } from './mappingsThread';
import { followReload, type FollowServices } from './reload';
import { readTable, readTls, type Secrets, type SecretSources } from './secrets';

interface FollowedFiles extends SecretSources, Omit<FollowServices, 'alarms'> {
  readonly mappings: Mappings;
  readonly secrets: Secrets;
  readonly workers: Workers;
}

/** Returns the source from which the mappings of these settings are read. */
export const mappingSource = ({ mappings: folder, dates }: Config): MappingSource => ({ folder, dates });

/** Follows the mappings; returns a function that gives their hash. */
function followMappings(
  { config, mappings, workers: { own: worker, cluster } }: FollowedFiles,
  services: FollowServices,
  closers: Closers,
): () => string {
  const source = mappingSource(config);
  const { folder } = source;
  let latestMappings = mappings;
  const use = async ({ mappings: next, fixtures }: Candidate): Promise<void> => {
    latestMappings = next;
    await worker.use(next, fixtures);
    // Skipped if newer mappings have been loaded meanwhile.
    if (latestMappings === next) cluster?.use({ mappings: next.texts });
  };
  const forms = formsFolder(folder);
  const { hash } = followReload(
    {
      ...{ what: 'mappings', stays: 'the ones in force stay', isNamed: true },
      // The folders of fixtures and forms are below the first.
      folders: [folder, join(folder, 'fixtures'), join(forms, 'fixtures'), forms],
      hash: mappings.hash,
      load: (inForce) => worker.thread.read(source, inForce),
      hashOf: (candidate) => candidate.mappings.hash,
      use: (candidate) => void use(candidate),
    },
    services,
    closers,
  );
  return hash;
}

/** Describes a file, after links: the text changes when the file is replaced or written. */
function stateOf(file: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}

/** Lists the folders of a file and of its link's target: a certificate is often renewed behind a link. */
function foldersOf(file: string): readonly [string, ...string[]] {
  try {
    return [dirname(file), dirname(realpathSync(file))];
  } catch {
    return [dirname(file)];
  }
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** A secret in files; neither it nor its hash is ever shown. */
interface FollowedSecret<Value> {
  readonly what: string;
  readonly files: readonly [string, ...string[]];
  readonly value: Value;
  readonly read: () => Promise<Result<Value, readonly string[]>>;
  readonly use: (value: Value) => void;
}

function followSecret<Value>(
  { what, files, value, read, use }: FollowedSecret<Value>,
  services: FollowServices,
  closers: Closers,
): void {
  const [first, ...more] = files.map(foldersOf).flat() as [string, ...string[]];
  const load = async (inForce: string): Promise<Result<Value | 'unchanged', readonly string[]>> => {
    const secret = await read();
    return secret.ok && hashOf(secret.value) === inForce ? success('unchanged') : secret;
  };
  const followed = { what, stays: 'the one in force stays', isNamed: false, hash: hashOf(value), hashOf };
  const folders = [first, ...new Set(more.filter((folder) => folder !== first))] as const;
  const state = (): string => files.map(stateOf).join();
  followReload({ ...followed, folders: [...folders], state, load, use }, services, closers);
}

/** Follows the exchange table and the certificate. */
function followSecrets(followedFiles: FollowedFiles, services: FollowServices, closers: Closers): void {
  const { config, environment, secrets, logger, workers } = followedFiles;
  const { own: worker, cluster } = workers;
  const { keys: settings, listen } = config;
  const used = (keyTable: Secrets['keyTable']): void => {
    worker.useKeyTable(keyTable);
    cluster?.use({ keyTable });
  };
  const useKeyTable = warming({ config, indexes: worker.indexes, logger }, used);
  if (settings.kind === 'exchange') {
    const read = () => readTable({ settings, environment, colour: false });
    const table = { files: [settings.file], value: secrets.keyTable } as const;
    followSecret({ what: 'key table', ...table, read, use: useKeyTable }, services, closers);
  }
  if (listen.tls.kind === 'off' || secrets.tls === undefined) return;
  const { cert, key } = listen.tls;
  const certificate = { what: 'certificate', files: [cert, key], value: secrets.tls } as const;
  const read = () => Promise.resolve(readTls({ cert, key }));
  const useTls = (tls: Tls): void => {
    worker.useTls(tls);
    cluster?.use({ tls });
  };
  followSecret({ ...certificate, read, use: useTls }, services, closers);
}

/** Reloads mappings, keys and certificate when their files change; returns a function that gives the mappings' hash. */
export function followFiles(followedFiles: FollowedFiles, closers: Closers): () => string {
  const services = { ...followedFiles, alarms: followedFiles.workers.own.evidence.cutover.alarms };
  followSecrets(followedFiles, services, closers);
  return followMappings(followedFiles, services, closers);
}
