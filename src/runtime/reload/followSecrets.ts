import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Alarms } from '../../cutover/alarms';
import type { Clock } from '../../contract/clock';
import type { KeyExchange } from '../../gateway/keys/clientKeys';
import type { Tls } from '../../http/server/openServer';
import { failure, type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { readTable, readTls, type Secrets, type SecretSources } from './secrets';
import { createReload, reportReload } from './reload';
import { followFolders } from './followFolders';

/** Options of followSecrets. */
interface FollowedSecrets extends SecretSources {
  /** The secrets in force at the start. */
  readonly secrets: Secrets;
  readonly useKeyTable: (table: readonly KeyExchange[]) => void;
  readonly useTls: (tls: Tls) => void;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
  /** True if SIGHUP also reloads. */
  readonly reloadOnHangup: boolean;
  /** Clock of the watch; absent: the machine's clock. */
  readonly clock?: Clock;
}

/** One value that is read from files. */
interface Followed<Value> {
  readonly what: string;
  readonly files: readonly [string, ...string[]];
  readonly value: Value;
  readonly load: () => Promise<Result<Value, readonly string[]>>;
  readonly use: (value: Value) => void;
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** Describes a file, after links: the text changes when the file is replaced or written. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch {
    return 'none';
  }
}

/** Lists the folders of files and of their link targets: a certificate is often renewed behind a link. */
function foldersOf(files: Followed<unknown>['files']): [string, ...string[]] {
  const [firstFile, ...otherFiles] = files;
  const real = files.flatMap((file) => {
    try {
      return [realpathSync(file)];
    } catch {
      return [];
    }
  });
  return [...new Set([firstFile, ...otherFiles, ...real].map((file) => dirname(file)))] as [
    string,
    ...string[],
  ];
}

function follow<Value>(
  { what, files, value, load, use }: Followed<Value>,
  {
    logger,
    alarms,
    clock,
    reloadOnHangup,
  }: Pick<FollowedSecrets, 'logger' | 'alarms' | 'clock' | 'reloadOnHangup'>,
  closers: Closers,
): void {
  const report = reportReload({ what, stays: 'the one in force stays', named: false, logger, alarms });
  const loadChange = async (inForce: string): Promise<Result<Value | 'unchanged', readonly string[]>> => {
    const read = await load();
    return read.ok && hashOf(read.value) === inForce ? success('unchanged') : read;
  };
  const { reload } = createReload({ hash: hashOf(value), load: loadChange, hashOf, use, report });
  const state = (): string => files.map(stateOf).join();
  followFolders({ folders: foldersOf(files), state, logger, reload, clock, reloadOnHangup }, closers);
}

/**
 * Reloads the exchange table and the certificate when their files change, and on SIGHUP; checks each before it is used.
 */
export function followSecrets(followedSecrets: FollowedSecrets, closers: Closers): void {
  const { config, environment, secrets, useKeyTable, useTls } = followedSecrets;
  const { keys: settings, listen } = config;
  if (settings.kind === 'exchange') {
    const load = () => readTable({ settings, environment, colour: false });
    const value = secrets.keyTable;
    follow(
      { what: 'key table', files: [settings.file], value, load, use: useKeyTable },
      followedSecrets,
      closers,
    );
  }
  if (listen.tls.kind === 'on' && secrets.tls !== undefined) {
    const { cert, key } = listen.tls;
    const load = () => {
      const read = readTls({ cert, key });
      return Promise.resolve(read.ok ? read : failure([read.failure]));
    };
    follow(
      { what: 'certificate', files: [cert, key], value: secrets.tls, load, use: useTls },
      followedSecrets,
      closers,
    );
  }
}
