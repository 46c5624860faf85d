import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import type { Clock } from '../../contract/clock';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { AdminDocuments } from '../admin/adminDocuments';
import { warming } from '../adminPort';
import type { Closers } from '../closers';
import type { Workers } from '../cluster/cluster';
import type { OpenedEvidence } from '../stores/openEvidence';
import { followFolders, mappingFolders } from './followFolders';
import { followSecrets } from './followSecrets';
import type { MappingSource, MappingsThread } from './mappingsThread';
import { openReload, type ReloadSource } from './reload';
import type { Secrets, SecretSources } from './secrets';

/** Parts of followFiles. */
interface FollowedFiles extends SecretSources {
  readonly config: Config;
  readonly mappings: Mappings;
  readonly secrets: Secrets;
  readonly evidence: OpenedEvidence;
  readonly workers: Workers;
  readonly documents: Pick<AdminDocuments, 'use'>;
  readonly thread: MappingsThread;
  readonly logger: Logger;
  readonly clock: Clock;
  /** True if SIGHUP also reloads. */
  readonly reloadOnHangup: boolean;
}

/** Returns the source from which the mappings of these settings are read. */
export const mappingSource = ({ mappings: folder, dates }: Config): MappingSource => ({ folder, dates });

/** Reloads mappings, keys and certificate when their files change; returns a function that gives the mappings' hash. */
export function followFiles(followedFiles: FollowedFiles, closers: Closers): () => string {
  const { config, mappings, secrets, evidence, documents, thread, logger, clock, reloadOnHangup } =
    followedFiles;
  const { own: worker, cluster } = followedFiles.workers;
  const { alarms } = evidence.cutover;
  let latestMappings = mappings;
  const follow = async (next: Mappings): Promise<void> => {
    latestMappings = next;
    await evidence.adopt(next);
    // Skipped if newer mappings have been loaded meanwhile.
    if (latestMappings === next) cluster?.use({ mappings: next.texts });
  };
  const use: ReloadSource['use'] = ({ mappings: next, fixtures }) => {
    worker.use(next);
    documents.use(next, fixtures);
    follow(next).catch((error: unknown) => logger.error({ err: error }, 'new evidence could not be begun'));
  };
  const source = mappingSource(config);
  const { folder } = source;
  const { hash, reload } = openReload({ ...source, thread, hash: mappings.hash, use, logger, alarms });
  followFolders({ folders: mappingFolders(folder), logger, reload, clock, reloadOnHangup }, closers);
  const { indexes } = worker;
  const useKeyTable = warming({ config, indexes, logger }, (table: Secrets['keyTable']) => {
    evidence.nameCallers(table);
    worker.useKeyTable(table);
    cluster?.use({ keyTable: table });
  });
  const useTls = (tls: Secrets['tls']): void => {
    worker.useTls(tls);
    if (tls !== undefined) cluster?.use({ tls });
  };
  followSecrets({ ...followedFiles, secrets, useKeyTable, useTls, alarms }, closers);
  return hash;
}
