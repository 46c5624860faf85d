import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/config';
import type { Closers } from '../closers';

const divided = (whole: number, count: number): number => Math.max(1, Math.floor(whole / count));

/** The settings of one of several workers: together they ask no more than one process, and let no more wait. */
export function shareOf(config: Config, count: number): Config {
  const { comparison } = config;
  const { requestsPerMinute, queue } = comparison;
  return {
    ...config,
    comparison: {
      ...comparison,
      requestsPerMinute: divided(requestsPerMinute, count),
      queue: divided(queue, count),
    },
  };
}

const SECRET_BYTES = 32;

/**
 * Gives all workers one index: what one has read or written the others know. Where none is to be kept it is a file in a
 * folder for its owner only, which ends with the process; where no file can be made each has its own, in memory.
 */
export function withOneIndex(config: Config, logger: Logger, closers: Closers): Config {
  const { secret } = config.index;
  const value = secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES).toString('base64url');
  const shared = { ...config, index: { ...config.index, secret: { kind: 'given' as const, value } } };
  if (config.store.kind === 'file') return shared;
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-index-'));
    closers.add(() => rmSync(folder, { recursive: true, force: true }));
    return { ...shared, store: { kind: 'file', file: join(folder, 'index.db') } };
  } catch (error) {
    logger.warn({ err: error }, 'each process keeps an index of its own: no file can be made for one');
    return shared;
  }
}
